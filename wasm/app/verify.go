//go:build js && engine && !crashtest

package main

import "planproof/wasm/answer"

// verify is the verifier that the worker serves.
var verify answer.Func = answer.Verify
