// Package tab drives one tab of a headless Chromium in a test: it evaluates
// expressions, waits for them, and fails the test for every error and every
// complaint of the content security policy on the console.
package tab
