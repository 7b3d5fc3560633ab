package python

import (
	"strings"

	"planproof/core/doc"
)

// def reads a function or a class.
func (p *parser) def() (Stmt, *doc.Error) {
	start := p.peek().start
	d := &Def{Class: p.next().word == "class"}
	if p.peek().kind != name {
		return nil, p.unexpected()
	}
	d.Name = p.next().word
	if p.take("(") {
		if err := p.params(d); err != nil {
			return nil, err
		}
	}
	if p.take("->") {
		from := p.peek().start
		if _, err := p.expr(); err != nil {
			return nil, err
		}
		d.Returns = strings.TrimSpace(p.text[from:p.last])
	}
	d.Range = rng(start, p.last)
	var err *doc.Error
	d.Body, err = p.block()
	return d, err
}

// params reads parameters up to the closing bracket; the bases of a class are passed over.
func (p *parser) params(d *Def) *doc.Error {
	for !p.is(")") {
		t := p.peek()
		param := Param{Star: p.take("**") || p.take("*")}
		if p.take("/") || param.Star && (p.is(",") || p.is(")")) {
			if !p.take(",") {
				break
			}
			continue
		}
		if p.peek().kind != name {
			return p.unexpected()
		}
		param.Name = p.next().word
		if p.take(":") {
			from := p.peek().start
			if _, err := p.expr(); err != nil {
				return err
			}
			param.Type = strings.TrimSpace(p.text[from:p.last])
		}
		for p.take(".") { // a base like pydantic.BaseModel
			p.next()
		}
		if p.take("=") {
			x, err := p.expr()
			if err != nil {
				return err
			}
			param.Default = x
		}
		param.Range = rng(t.start, p.last)
		if !d.Class {
			d.Params = append(d.Params, param)
		}
		if !p.take(",") {
			break
		}
	}
	return p.expect(")")
}
