//go:build js

// Command intake serves the box that takes anything. It is a binary of its
// own: who only opens examples and links never fetches its readers.
package main
