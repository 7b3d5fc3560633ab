package agent

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"planproof/core/value"
)

// errDeep is the error about a value that contains itself.
var errDeep = errors.New("the value is nested too deep")

// FromGo makes a plan's value of a Go value: strings, numbers, booleans,
// slices, maps with string keys (in the order of the keys), structs by their
// plan or json tags, nil; a value.Value stays itself.
func FromGo(v any) (value.Value, error) { return fromGo(reflect.ValueOf(v), maxNesting) }

func fromGo(v reflect.Value, depth int) (value.Value, error) {
	if !v.IsValid() {
		return value.Null{}, nil
	}
	if depth == 0 {
		return nil, errDeep
	}
	if own, ok := v.Interface().(value.Value); ok {
		return own, nil
	}
	switch v.Kind() {
	case reflect.String:
		return value.Text(v.String()), nil
	case reflect.Bool:
		return value.Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value.Int(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return value.ParseNumber(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		return fromFloat(v.Float())
	case reflect.Slice, reflect.Array:
		return fromSlice(v, depth)
	case reflect.Map:
		return fromMap(v, depth)
	case reflect.Struct:
		return fromStruct(v, depth)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return value.Null{}, nil
		}
		return fromGo(v.Elem(), depth-1)
	}
	return nil, fmt.Errorf("a plan has no values of type %s", v.Type())
}

func fromFloat(f float64) (value.Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("%v is no number", f)
	}
	return value.ParseNumber(strconv.FormatFloat(f, 'g', -1, 64))
}

func fromSlice(v reflect.Value, depth int) (value.Value, error) {
	out := make(value.List, v.Len())
	for i := range out {
		item, err := fromGo(v.Index(i), depth-1)
		if err != nil {
			return nil, err
		}
		out[i] = item
	}
	return out, nil
}

func fromMap(v reflect.Value, depth int) (value.Value, error) {
	if v.Type().Key().Kind() != reflect.String {
		return nil, fmt.Errorf("a plan has no values of type %s: keys are strings", v.Type())
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return compare(a.String(), b.String()) })
	out := make(value.Object, len(keys))
	for i, k := range keys {
		item, err := fromGo(v.MapIndex(k), depth-1)
		if err != nil {
			return nil, err
		}
		out[i] = value.Member{Key: k.String(), Value: item}
	}
	return out, nil
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func fromStruct(v reflect.Value, depth int) (value.Value, error) {
	if v.NumField() == 0 {
		return value.Null{}, nil
	}
	out := value.Object{}
	for i := range v.NumField() {
		name := memberName(v.Type().Field(i))
		if name == "" {
			continue
		}
		item, err := fromGo(v.Field(i), depth-1)
		if err != nil {
			return nil, err
		}
		out = append(out, value.Member{Key: name, Value: item})
	}
	return out, nil
}

// fill writes arguments to the fields of a struct. The monitor has checked
// them against the declared types.
func fill(into reflect.Value, fields map[string]int, args value.Object) error {
	for _, m := range args {
		i, ok := fields[m.Key]
		if !ok {
			return fmt.Errorf("there is no parameter %s", m.Key)
		}
		if err := ToGo(m.Value, into.Field(i)); err != nil {
			return fmt.Errorf("%s: %w", m.Key, err)
		}
	}
	return nil
}

// ToGo writes a plan's value to a Go variable, given as a settable
// reflect.Value.
func ToGo(v value.Value, into reflect.Value) error {
	if into.Type() == valueType {
		into.Set(reflect.ValueOf(v))
		return nil
	}
	if _, null := v.(value.Null); null {
		into.SetZero()
		return nil
	}
	switch into.Kind() {
	case reflect.Pointer:
		p := reflect.New(into.Type().Elem())
		into.Set(p)
		return ToGo(v, p.Elem())
	case reflect.Interface:
		if into.NumMethod() == 0 {
			into.Set(reflect.ValueOf(v))
			return nil
		}
	}
	switch v := v.(type) {
	case value.Text:
		if into.Kind() == reflect.String {
			into.SetString(string(v))
			return nil
		}
	case value.Bool:
		if into.Kind() == reflect.Bool {
			into.SetBool(bool(v))
			return nil
		}
	case value.Number:
		return numberToGo(v, into)
	case value.List:
		return listToGo(v, into)
	case value.Object:
		return objectToGo(v, into)
	case value.Null, value.Tuple:
	}
	return mismatch(v, into)
}

func mismatch(v value.Value, into reflect.Value) error {
	return fmt.Errorf("a %s is no %s", value.KindName(v), into.Type())
}

func numberToGo(n value.Number, into reflect.Value) error {
	small, fits := n.Int64()
	switch {
	case into.CanInt() && fits && !into.OverflowInt(small):
		into.SetInt(small)
	case into.CanUint() && fits && small >= 0 && !into.OverflowUint(uint64(small)):
		into.SetUint(uint64(small))
	case into.CanFloat():
		f, _ := n.Rat().Float64()
		into.SetFloat(f)
	default:
		return fmt.Errorf("%s is no %s", n, into.Type())
	}
	return nil
}

func listToGo(l value.List, into reflect.Value) error {
	if into.Kind() != reflect.Slice {
		return mismatch(l, into)
	}
	out := reflect.MakeSlice(into.Type(), len(l), len(l))
	for i, item := range l {
		if err := ToGo(item, out.Index(i)); err != nil {
			return err
		}
	}
	into.Set(out)
	return nil
}

func objectToGo(o value.Object, into reflect.Value) error {
	switch {
	case into.Kind() == reflect.Map && into.Type().Key().Kind() == reflect.String:
		out := reflect.MakeMapWithSize(into.Type(), len(o))
		for _, m := range o {
			item := reflect.New(into.Type().Elem()).Elem()
			if err := ToGo(m.Value, item); err != nil {
				return err
			}
			out.SetMapIndex(reflect.ValueOf(m.Key).Convert(into.Type().Key()), item)
		}
		into.Set(out)
		return nil
	case into.Kind() == reflect.Struct:
		for i := range into.NumField() {
			if v, ok := o.Get(memberName(into.Type().Field(i))); ok && into.Type().Field(i).IsExported() {
				if err := ToGo(v, into.Field(i)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return mismatch(o, into)
}
