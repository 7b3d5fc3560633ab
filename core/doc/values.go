package doc

import "planproof/core/value"

// argument decodes a value that may hold references. It recurses at most MaxDepth deep.
func (d *decoder) argument(n int32) (Value, *Error) {
	nd := d.t.nodes[n]
	switch nd.kind {
	case arrayKind:
		return d.listArgument(n)
	case objectKind:
		if ref, err := d.reference(n); ref != nil || err != nil {
			return ref, err
		}
		return d.objectArgument(n)
	}
	v, err := d.plain(n)
	return d.newLiteral(nd.Range, v), err
}

func (d *decoder) listArgument(n int32) (Value, *Error) {
	out := &List{Range: d.t.nodes[n].Range}
	count := d.t.count(n)
	if count == 0 {
		return out, nil
	}
	out.Items = make([]Value, 0, count)
	for i := n + 1; i < d.t.nodes[n].skip; i = d.t.nodes[i].skip {
		item, err := d.argument(i)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

func (d *decoder) objectArgument(n int32) (Value, *Error) {
	out := &Object{Range: d.t.nodes[n].Range}
	for key := n + 1; key < d.t.nodes[n].skip; key = d.t.nodes[key+1].skip {
		v, err := d.argument(key + 1)
		if err != nil {
			return nil, err
		}
		out.Members = append(out.Members, Member{d.t.text(key), v})
	}
	return out, nil
}

// newLiteral takes literals from blocks: a document may have millions.
func (d *decoder) newLiteral(r Range, v value.Value) *Literal {
	if len(d.literal) == cap(d.literal) {
		d.literal = make([]Literal, 0, min(max(8, 2*cap(d.literal)), 1024))
	}
	d.literal = append(d.literal, Literal{r, v})
	return &d.literal[len(d.literal)-1]
}

// plain decodes a value in which an object is an object. It recurses at most MaxDepth deep.
func (d *decoder) plain(n int32) (value.Value, *Error) {
	switch nd := &d.t.nodes[n]; nd.kind {
	case nullKind:
		return value.Null{}, nil
	case falseKind, trueKind:
		return value.Bool(nd.kind == trueKind), nil
	case numberKind:
		if v, ok := smallNumber(d.t.raw(n)); ok {
			return v, nil
		}
		v, err := d.number(n)
		return v, err
	case stringKind:
		return value.Text(d.t.str(n)), nil
	case arrayKind:
		return d.plainList(n)
	case objectKind:
		return d.plainObject(n)
	}
	return value.Null{}, nil
}

func (d *decoder) plainList(n int32) (value.Value, *Error) {
	out := make(value.List, 0, d.t.count(n))
	for i := n + 1; i < d.t.nodes[n].skip; i = d.t.nodes[i].skip {
		v, err := d.plain(i)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func (d *decoder) plainObject(n int32) (value.Value, *Error) {
	out := value.Object{}
	for key := n + 1; key < d.t.nodes[n].skip; key = d.t.nodes[key+1].skip {
		v, err := d.plain(key + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, value.Member{Key: d.t.str(key), Value: v})
	}
	return out, nil
}

func (d *decoder) number(n int32) (value.Number, *Error) {
	text := d.t.raw(n)
	v, err := parseNumber(text)
	if err != nil {
		return v, d.fail(KindInput, n, err.Error()+": `"+short(text)+"`", "write it as text in quotes if it is not for computing")
	}
	return v, nil
}

// AsValue returns the JSON of an argument as a value; a reference becomes {"ref": name} or {"ref": name, "path": […]}.
func AsValue(v Value) value.Value {
	switch v := v.(type) {
	case *Literal:
		return v.Value
	case *Ref:
		return v.json()
	case *List:
		out := make(value.List, len(v.Items))
		for i, item := range v.Items {
			out[i] = AsValue(item)
		}
		return out
	case *Object:
		out := make(value.Object, len(v.Members))
		for i, m := range v.Members {
			out[i] = value.Member{Key: m.Key.Value, Value: AsValue(m.Value)}
		}
		return out
	}
	return value.Null{}
}
