//go:build js

package main

import (
	"planproof/ui/lab"
	"planproof/ui/lab/guardtab"
	"planproof/wasm/room"
)

func main() { room.Serve(lab.Rooms{"guard": &guardtab.Room{}}) }
