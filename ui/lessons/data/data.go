// Package data holds the lessons as files: the page fetches them, tests and
// the build read them here. It is no part of the page's binary.
package data

import "embed"

// Files are index.json and <id>.json.
//
//go:embed *.json
var Files embed.FS
