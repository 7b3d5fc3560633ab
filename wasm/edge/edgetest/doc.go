// Package edgetest tests the worker as it is put on its host, under node with a stand-in for the host.
package edgetest
