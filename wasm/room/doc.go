// Package room is the browser's side of ui/lab: it serves rooms in a worker.
// Messages are small objects with a type. To the worker:
//
//	{t:"ask", id, room, do, arg, form: [[name, value], …], context: {docs?, strict, …}}
//
// From the worker:
//
//	{t:"ready", version}
//	{t:"answer", id, html, same, fresh, title, say, data, effects: [{do, …}, …]}
//	{t:"exit", why}            written by worker.js when the module ends
package room
