//go:build js

package main

import (
	"planproof/ui/lab"
	"planproof/ui/lab/link"
	"planproof/ui/lab/run"
	"planproof/wasm/room"
)

func main() {
	room.Serve(lab.Rooms{
		"link": &link.Room{},
		"run":  &run.Room{},
	})
}
