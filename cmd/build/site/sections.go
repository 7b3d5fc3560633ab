package site

import (
	"encoding/binary"
	"errors"
	"sort"
	"strings"
)

// Share is the code size of one Go package in a wasm binary, in bytes.
type Share struct {
	Package string
	Bytes   int
}

// Sections of the WebAssembly binary format (core specification, 5.5.2).
const (
	sectionCustom = 0
	sectionImport = 2
	sectionCode   = 10
	sectionData   = 11
	nameFunctions = 1
)

// Shares reads the size of every function of a wasm binary and adds them up
// per Go package; the data section is listed as "data". The binary must have
// been linked with its names.
func Shares(wasm []byte) ([]Share, error) {
	if len(wasm) < 8 || string(wasm[:4]) != "\x00asm" {
		return nil, errors.New("not a wasm binary")
	}
	var sizes []int
	names := map[int]string{}
	imported := 0
	total := map[string]int{}
	for r := (&wasmReader{b: wasm[8:]}); len(r.b) > 0 && !r.bad; {
		id := r.byte()
		body := wasmReader{b: r.take(r.uint())}
		total["(all sections)"] += len(body.b)
		switch id {
		case sectionImport:
			imported = body.functions()
		case sectionCode:
			for n := body.uint(); n > 0 && !body.bad; n-- {
				size := body.uint()
				body.take(size)
				sizes = append(sizes, size)
			}
		case sectionData:
			total["data"] += len(body.b)
		case sectionCustom:
			if string(body.take(body.uint())) == "name" {
				total["(names)"] += len(body.b)
				body.functionNames(names)
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("the binary has no function names")
	}
	for i, size := range sizes {
		total[packageOf(names[imported+i])] += size
	}
	return sorted(total), nil
}

func sorted(total map[string]int) []Share {
	out := make([]Share, 0, len(total))
	for p, n := range total {
		out = append(out, Share{p, n})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Bytes != out[j].Bytes {
			return out[i].Bytes > out[j].Bytes
		}
		return out[i].Package < out[j].Package
	})
	return out
}

// packageOf cuts the package out of a symbol. The linker writes slashes and
// the like as underscores: planproof_core_doc.(*decoder).value.
func packageOf(symbol string) string {
	symbol = strings.TrimPrefix(symbol, "type_.eq.")
	if i := strings.IndexAny(symbol, "[("); i >= 0 {
		symbol = symbol[:i]
	}
	host := ""
	for _, h := range []string{"github.com_", "golang.org_", "vendor_golang.org_"} {
		if strings.HasPrefix(symbol, h) {
			host, symbol = h, symbol[len(h):]
		}
	}
	if name, _, ok := strings.Cut(symbol, "."); ok {
		return host + name
	}
	return "(runtime)"
}

type wasmReader struct {
	b   []byte
	bad bool
}

func (r *wasmReader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *wasmReader) uint() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *wasmReader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		n = len(r.b)
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

// functions counts the imported functions; they come before those of the
// code section in the index space. Go imports nothing else.
func (r *wasmReader) functions() int {
	n := r.uint()
	return n
}

func (r *wasmReader) functionNames(names map[int]string) {
	for len(r.b) > 0 && !r.bad {
		id := r.byte()
		sub := wasmReader{b: r.take(r.uint())}
		if id != nameFunctions {
			continue
		}
		for n := sub.uint(); n > 0 && !sub.bad; n-- {
			index := sub.uint()
			names[index] = string(sub.take(sub.uint()))
		}
	}
}
