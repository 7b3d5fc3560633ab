//go:build js

package main

import (
	"planproof/ui/lab"
	"planproof/ui/lab/absent"
	"planproof/ui/lab/joins"
	"planproof/ui/lab/link"
	"planproof/ui/lab/mend"
	"planproof/ui/lab/proof"
	"planproof/ui/lab/run"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/watch"
	"planproof/wasm/room"
)

func main() {
	cache := &verified.Cache{}
	room.Serve(lab.Rooms{
		"absent": &absent.Room{Cache: cache},
		"joins":  &joins.Room{Cache: cache},
		"link":   &link.Room{},
		"mend":   &mend.Room{Cache: cache},
		"proof":  &proof.Room{Cache: cache},
		"run":    &run.Room{Cache: cache},
		"watch":  &watch.Room{Cache: cache},
	})
}
