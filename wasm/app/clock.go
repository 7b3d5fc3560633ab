//go:build js

package main

import "syscall/js"

// now is the time in milliseconds since the page (or worker) began.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }
