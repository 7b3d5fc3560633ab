//go:build js && !engine

package main

func main() {
	p := newPage()
	p.begin()
	select {}
}
