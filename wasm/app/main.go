//go:build js

package main

import "syscall/js"

func main() {
	if js.Global().Get("document").IsUndefined() {
		work()
		return
	}
	p := newPage()
	p.begin()
	select {}
}
