package agent

import (
	"reflect"
	"strings"
	"unicode"

	"planproof/core/value"
)

// maxNesting bounds how deep types and values are followed; a type may contain
// itself.
const maxNesting = 32

var (
	valueType = reflect.TypeFor[value.Value]()
	emptyType = reflect.TypeFor[struct{}]()
)

// typeName is the declared type of a Go type.
func typeName(t reflect.Type, depth int) string {
	switch {
	case depth == 0 || t == valueType:
		return "Any"
	case t == emptyType:
		return "None"
	}
	switch t.Kind() {
	case reflect.String:
		return "str"
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "int"
	case reflect.Float32, reflect.Float64:
		return "float"
	case reflect.Slice, reflect.Array:
		return "list[" + typeName(t.Elem(), depth-1) + "]"
	case reflect.Map:
		return "dict[str, " + typeName(t.Elem(), depth-1) + "]"
	case reflect.Struct:
		return "dict"
	case reflect.Pointer:
		return typeName(t.Elem(), depth-1) + " | None"
	default:
		return "Any"
	}
}

// snake is a Go name in snake_case: UserID is user_id.
func snake(name string) string {
	var b strings.Builder
	rs := []rune(name)
	for i, r := range rs {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// memberName is the name of a struct's field in a value: its plan or json tag,
// else the field's name in snake_case; "" hides it.
func memberName(f reflect.StructField) string {
	if !f.IsExported() {
		return ""
	}
	for _, key := range []string{"plan", "json"} {
		if name, _, _ := strings.Cut(f.Tag.Get(key), ","); name == "-" {
			return ""
		} else if name != "" {
			return name
		}
	}
	return snake(f.Name)
}
