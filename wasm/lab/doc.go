//go:build js

// Command lab serves the rooms of the page that are fetched when one of them
// is first opened: everything beside the verdict that is not the guard.
package main
