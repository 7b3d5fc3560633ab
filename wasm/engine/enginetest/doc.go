// Package enginetest runs the JavaScript library under node and in a browser
// and holds it against the verifier as it runs natively.
package enginetest
