//go:build js

package main

import (
	"planproof/ui/lab"
	"planproof/ui/lab/pasting"
	"planproof/wasm/room"
)

func main() { room.Serve(lab.Rooms{"paste": &pasting.Room{}}) }
