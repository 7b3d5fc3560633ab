package proxy

import (
	"planproof/core/doc"
	"planproof/core/value"
	"planproof/core/wire"
)

// Error codes of JSON-RPC 2.0, and one of our own.
const (
	codeParse    = -32700
	codeInvalid  = -32600
	codeMethod   = -32601
	codeInternal = -32603
	codeBusy     = -32000 // a person is being asked
)

// A message is one JSON-RPC message.
type message struct {
	id     value.Value // text or number; nil for a notification
	method string      // "" for a response
	params value.Object
	result value.Value // of a response without an error
	err    *rpcError
}

// An rpcError is the error of a response.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// readMessage reads a line. The error is what to answer when it came from a client; it never quotes the line. An id is
// returned with an error where there is one.
func readMessage(line []byte, limit int) (message, *rpcError) {
	v, problem := doc.ReadValue("message", line, limit)
	if problem != nil {
		if problem.Kind == doc.KindLimit {
			return message{}, &rpcError{codeInvalid, "the message is too long or nests too deep"}
		}
		return message{}, &rpcError{codeParse, "the line is no JSON"}
	}
	o, ok := v.(value.Object)
	if !ok {
		return message{}, &rpcError{codeInvalid, "a message is one object; there are no batches"}
	}
	return messageOf(o)
}

func messageOf(o value.Object) (m message, _ *rpcError) {
	id, hasID := o.Get("id")
	switch id.(type) {
	case value.Text, value.Number:
		m.id = id
	default:
		if hasID {
			return m, &rpcError{codeInvalid, "an id is a text or a number"}
		}
	}
	if version, _ := o.Get("jsonrpc"); version != value.Text("2.0") {
		return m, &rpcError{codeInvalid, `"jsonrpc" is not "2.0"`}
	}
	if method, ok := o.Get("method"); ok {
		name, isText := method.(value.Text)
		if !isText || name == "" {
			return m, &rpcError{codeInvalid, "a method is a text"}
		}
		m.method = string(name)
		params, _ := o.Get("params")
		m.params, _ = params.(value.Object)
		return m, nil
	}
	if failed, ok := o.Get("error"); ok {
		m.err = errorOf(failed)
		return m, nil
	}
	result, ok := o.Get("result")
	if !ok {
		return m, &rpcError{codeInvalid, "a message has a method, a result or an error"}
	}
	m.result = result
	return m, nil
}

func errorOf(v value.Value) *rpcError {
	e := &rpcError{codeInternal, "the error says nothing"}
	o, _ := v.(value.Object)
	if text, _ := o.Get("message"); text != nil {
		if t, isText := text.(value.Text); isText && t != "" {
			e.Message = string(t)
		}
	}
	if code, _ := o.Get("code"); code != nil {
		if n, isNumber := code.(value.Number); isNumber {
			if i, whole := n.Int64(); whole && i >= -1<<31 && i < 1<<31 {
				e.Code = int(i)
			}
		}
	}
	return e
}

// raw is a value as the text of a message.
func raw(v value.Value) wire.Raw {
	if v == nil {
		return "null"
	}
	return wire.FromValue(v)
}

func text(s string) wire.Raw { return wire.FromValue(value.Text(s)) }

func object(members ...wire.Member) wire.Raw { return wire.Raw(wire.Object(members).AppendWire(nil)) }

func list(items ...wire.Raw) wire.Raw { return wire.Raw(wire.Append(nil, items)) }

// request, notification, response and failure are the four kinds of messages, as lines without their end.
func request(id value.Value, method string, params wire.Raw) []byte {
	return line(wire.Member{Key: "id", Value: raw(id)}, wire.Member{Key: "method", Value: text(method)}, wire.Member{Key: "params", Value: params})
}

func notification(method string, params wire.Raw) []byte {
	return line(wire.Member{Key: "method", Value: text(method)}, wire.Member{Key: "params", Value: params})
}

func response(id value.Value, result wire.Raw) []byte {
	return line(wire.Member{Key: "id", Value: raw(id)}, wire.Member{Key: "result", Value: result})
}

func failure(id value.Value, err *rpcError) []byte {
	return line(wire.Member{Key: "id", Value: raw(id)}, wire.Member{Key: "error", Value: wire.Raw(wire.Append(nil, err))})
}

func line(members ...wire.Member) []byte {
	return append(wire.Object{{Key: "jsonrpc", Value: `"2.0"`}}, members...).AppendWire(nil)
}

// textOf is the text member of an object, "" when there is none.
func textOf(o value.Object, key string) string {
	v, _ := o.Get(key)
	t, _ := v.(value.Text)
	return string(t)
}

func objectOf(o value.Object, key string) value.Object {
	v, _ := o.Get(key)
	inner, _ := v.(value.Object)
	return inner
}
