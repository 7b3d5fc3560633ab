//go:build browser

package browsertest

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var keys = map[string]string{
	"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "Home": kb.Home, "End": kb.End, "Escape": kb.Escape, "F6": kb.F6, "Tab": kb.Tab, "Enter": kb.Enter, "Backspace": kb.Backspace, "PageUp": kb.PageUp, "PageDown": kb.PageDown, "ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp,
}

// press presses a named key.
func press(name string) chromedp.Action[chromedp.Void] { return chromedp.KeyEvent(keys[name]) }

// navigate goes to an address in the same tab.
func navigate(url string) chromedp.Action[chromedp.Void] { return chromedp.Navigate(url) }
