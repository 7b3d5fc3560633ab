package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// value writes an argument; out grows by the helper calls that it needs.
func (b *builder) value(out value.List, v Value, path string, at doc.Range) (value.Value, value.List, *Refusal) {
	switch v := v.(type) {
	case Lit:
		return v.Value, out, b.plain(v.Value, at)
	case Ref:
		b.stats.Refs++
		return refValue(v), out, nil
	case List:
		items, out, err := b.values(out, v.Items, path, at)
		return items, out, err
	case Object:
		return b.object(out, v, path, at)
	case Joined:
		parts, out, err := b.values(out, v.Parts, path, at)
		if err != nil {
			return nil, nil, err
		}
		if text, ok := plainText(parts); ok {
			return text, out, nil
		}
		out, ref := b.helper(out, JoinTool, value.Object{{Key: "parts", Value: parts}}, "text", path, at)
		return refValue(ref), out, nil
	case Computed:
		about, out, err := b.values(out, v.About, path, at)
		if err != nil {
			return nil, nil, err
		}
		out, ref := b.helper(out, ComputeTool, value.Object{{Key: "expression", Value: value.Text(v.Expression)}, {Key: "about", Value: about}}, "computed", path, at)
		return refValue(ref), out, nil
	case Merged:
		parts, out, err := b.values(out, v.Parts, path, at)
		if err != nil {
			return nil, nil, err
		}
		out, ref := b.helper(out, MergeTool, value.Object{{Key: "parts", Value: parts}}, "merged", path, at)
		return refValue(ref), out, nil
	}
	return value.Null{}, out, nil
}

// plainText joins parts that are all text.
func plainText(parts value.List) (value.Text, bool) {
	out := value.Text("")
	for _, p := range parts {
		text, ok := p.(value.Text)
		if !ok {
			return "", false
		}
		out += text
	}
	return out, true
}

func (b *builder) values(out value.List, vs []Value, path string, at doc.Range) (value.List, value.List, *Refusal) {
	items := value.List{}
	for _, v := range vs {
		item, more, err := b.value(out, v, path, at)
		if err != nil {
			return nil, nil, err
		}
		out = more
		items = append(items, item)
	}
	return items, out, nil
}

func (b *builder) object(out value.List, o Object, path string, at doc.Range) (value.Value, value.List, *Refusal) {
	made := value.Object{}
	for _, f := range o.Fields {
		v, more, err := b.value(out, f.Value, path, at)
		if err != nil {
			return nil, nil, err
		}
		out = more
		made = append(made, value.Member{Key: f.Key, Value: v})
	}
	return made, out, looksLikeRef(made, at)
}

// plain refuses a literal that a workflow would read as a reference, at any depth.
func (b *builder) plain(v value.Value, at doc.Range) *Refusal {
	switch v := v.(type) {
	case value.List:
		for _, item := range v {
			if err := b.plain(item, at); err != nil {
				return err
			}
		}
	case value.Object:
		for _, m := range v {
			if err := b.plain(m.Value, at); err != nil {
				return err
			}
		}
		return looksLikeRef(v, at)
	case value.Null, value.Bool, value.Number, value.Text, value.Tuple:
	}
	return nil
}

// looksLikeRef refuses a literal object that has the form of a reference: there is no way to write it.
func looksLikeRef(o value.Object, at doc.Range) *Refusal {
	ref, ok := o.Get("ref")
	_, path := o.Get("path")
	if _, text := ref.(value.Text); !ok || !text || len(o) != 1 && !(len(o) == 2 && path) {
		return nil
	}
	return &Refusal{Construct: "literal like a reference", Names: []string{"ref"}, At: at,
		Message: "an argument is an object with the key `ref`, which a workflow reads as a reference", Hint: "rename the key"}
}

// refValue writes a reference as a workflow does.
func refValue(r Ref) value.Value {
	out := value.Object{{Key: "ref", Value: value.Text(r.Name)}}
	if len(r.Path) > 0 {
		out = append(out, value.Member{Key: "path", Value: value.List(r.Path)})
	}
	return out
}
