// Package static holds the files of the page that are not compiled: the
// stylesheet and the scripts that start the wasm binary.
package static

import "embed"

// Files are served beside index.html under their own names.
//
//go:embed *.css *.js
var Files embed.FS
