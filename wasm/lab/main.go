//go:build js

package main

import (
	"planproof/ui/lab"
	"planproof/ui/lab/absent"
	"planproof/ui/lab/assist"
	"planproof/ui/lab/gallery"
	"planproof/ui/lab/joins"
	"planproof/ui/lab/lesson"
	"planproof/ui/lab/link"
	"planproof/ui/lab/mend"
	"planproof/ui/lab/palette"
	"planproof/ui/lab/plan"
	"planproof/ui/lab/proof"
	"planproof/ui/lab/question"
	"planproof/ui/lab/run"
	"planproof/ui/lab/sharing"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/watch"
	"planproof/wasm/room"
)

func main() {
	cache := &verified.Cache{}
	room.Serve(lab.Rooms{
		"absent":   &absent.Room{Cache: cache},
		"editor":   assist.Room{},
		"gallery":  &gallery.Room{},
		"joins":    &joins.Room{Cache: cache},
		"lesson":   &lesson.Room{Cache: cache},
		"link":     &link.Room{},
		"mend":     &mend.Room{Cache: cache},
		"palette":  &palette.Room{Cache: cache},
		"plan":     &plan.Room{},
		"proof":    &proof.Room{Cache: cache},
		"run":      &run.Room{Cache: cache},
		"share":    &sharing.Room{Cache: cache},
		"question": &question.Room{Cache: cache},
		"watch":    &watch.Room{Cache: cache},
	})
}
