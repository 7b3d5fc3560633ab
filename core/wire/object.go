package wire

import (
	"bytes"
	"encoding/json"
	"sync"

	"planproof/core/value"
)

var cacheLock sync.Mutex

// Member is one key of an Object.
type Member struct {
	Key   string
	Value Raw
}

// Object is a JSON object with a fixed member order.
type Object []Member

// AppendWire appends {"key":value,…} in order; a nil Object is {}.
func (o Object) AppendWire(dst []byte) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value.AppendJSON(dst, value.Text(m.Key))
		dst = append(dst, ':')
		dst = m.Value.AppendWire(dst)
	}
	return append(dst, '}')
}

// UnmarshalJSON reads an object and keeps its order.
func (o *Object) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if _, err := dec.Token(); err != nil {
		return err
	}
	*o = Object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		name, _ := key.(string)
		*o = append(*o, Member{name, Raw(raw)})
	}
	return nil
}
