// Package web holds the files that embedding needs beside the page. They are
// served under their own names, which other sites link to.
package web

import "embed"

// Files are plan-proof.js, embed.js and embed.css.
//
//go:embed *.js *.css
var Files embed.FS
