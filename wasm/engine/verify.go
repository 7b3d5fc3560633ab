//go:build js && !crashtest

package main

import "planproof/wasm/engine/door"

var verify = door.Verify
