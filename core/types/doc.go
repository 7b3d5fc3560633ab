// Package types reads the type names of tool declarations.
//
// Names are read generously: letter case does not matter, `integer` is `int`, `string` is `str`, `T | None` is
// `Optional[T]`, typing's List, Dict and Union are known, and a name that is not known is opaque: it accepts any value
// and nothing may be concluded from it. A declared type is a fact: the executor checks every argument against it
// before a call, so a symbolic argument may be assumed to have it.
package types
