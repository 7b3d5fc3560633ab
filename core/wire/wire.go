// Package wire writes the product's JSON: the same value gives the same bytes,
// natively and in the browser.
//
// It encodes exported struct fields by their json tags, in declaration order,
// and knows three things that encoding/json does not: texts are generalised
// UTF-8 (a lone surrogate is printed as the escape it came from), maps do not
// exist (ordered objects are Object), and an optional field is left out by
// "omitempty" alone. Reading back is encoding/json's job; every type here has
// the tags and methods it needs.
package wire

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"planproof/core/value"
)

// Raw is JSON text that is already encoded.
type Raw string

// AppendWire appends the text itself; an empty Raw is null.
func (r Raw) AppendWire(dst []byte) []byte {
	if r == "" {
		return append(dst, "null"...)
	}
	return append(dst, r...)
}

// UnmarshalJSON keeps the text as it is.
func (r *Raw) UnmarshalJSON(b []byte) error {
	*r = Raw(b)
	return nil
}

// FromValue encodes a document value.
func FromValue(v value.Value) Raw { return Raw(value.AppendJSON(nil, v)) }

// Appender is a type that writes its own JSON.
type Appender interface {
	AppendWire(dst []byte) []byte
}

// Append appends v as JSON. It panics on kinds that the product's wire types
// do not have (maps, functions, floats): that is a mistake of this program,
// never of its input.
func Append(dst []byte, v any) []byte { return appendValue(dst, reflect.ValueOf(v)) }

func appendValue(dst []byte, v reflect.Value) []byte {
	if !v.IsValid() {
		return append(dst, "null"...)
	}
	if a, ok := v.Interface().(Appender); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		return a.AppendWire(dst)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendValue(dst, v.Elem())
	case reflect.Struct:
		return appendStruct(dst, v)
	case reflect.Slice:
		return appendSlice(dst, v)
	case reflect.String:
		return value.AppendJSON(dst, value.Text(v.String()))
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	default:
		panic(fmt.Sprintf("wire: no JSON form for %s", v.Type()))
	}
}

func appendSlice(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '[')
	for i := 0; i < v.Len(); i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendValue(dst, v.Index(i))
	}
	return append(dst, ']')
}

func appendStruct(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '{')
	first := true
	for _, f := range fieldsOf(v.Type()) {
		fv := v.Field(f.index)
		if f.omitEmpty && isEmpty(fv) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strconv.AppendQuote(dst, f.name)
		dst = append(dst, ':')
		dst = appendValue(dst, fv)
	}
	return append(dst, '}')
}

type field struct {
	index     int
	name      string
	omitEmpty bool
}

var fieldCache = map[reflect.Type][]field{}

// fieldsOf lists the encoded fields of a struct type. The cache is filled on
// first use under one lock, since --jsonl encodes on several goroutines.
func fieldsOf(t reflect.Type) []field {
	cacheLock.Lock()
	defer cacheLock.Unlock()
	if fs, ok := fieldCache[t]; ok {
		return fs
	}
	var fs []field
	for i := 0; i < t.NumField(); i++ {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		fs = append(fs, field{i, name, rest == "omitempty"})
	}
	fieldCache[t] = fs
	return fs
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface:
		return v.IsNil()
	case reflect.Bool:
		return !v.Bool()
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int() == 0
	default:
		return false
	}
}
