// Package filestore keeps a guard's records in a file: one JSON line a record, only ever appended.
//
//	PATH        the records (package store has their form)
//	PATH.head   how many there are and the hash of the last, as COUNT:HASH
//
// Append returns when the record and the head are on the disk. A process that is killed may leave the last line without
// an end, and the head behind the records; opening the store puts both right. It refuses a store that was changed in any
// other way: what does not verify is not continued.
//
// Several processes may have one store open. Each append takes a lock on the file, reads what the others appended, and
// checks the record against it: so an escalation is answered once, whoever answers. On systems without advisory locks
// (js, wasip1, Windows) one process must be alone.
//
// The file holds conversations and arguments. It is created readable for its owner only.
package filestore
