package main

import (
	"fmt"
	"slices"
	"strings"

	"planproof/core/finding"
)

// flagSpec is one flag of a command. Value names what it takes; it is empty
// for a flag that is on when given.
type flagSpec struct {
	name   string // without dashes; one letter is written -x
	value  string
	help   string
	choice []string // the allowed values, the default first; nil: any
}

func (f *flagSpec) dashed() string {
	if len(f.name) == 1 {
		return "-" + f.name
	}
	return "--" + f.name
}

// line is the flag's line of a help page.
func (f *flagSpec) line() string {
	left := f.dashed()
	switch {
	case f.choice != nil:
		left += " " + strings.Join(f.choice, "|")
	case f.value != "":
		left += " " + f.value
	}
	if len(left) > 24 {
		return fmt.Sprintf("  %s\n  %-24s  %s\n", left, "", f.help)
	}
	return fmt.Sprintf("  %-24s  %s\n", left, f.help)
}

// flagValues are the flags that were given.
type flagValues map[string]string

func (v flagValues) has(name string) bool {
	_, ok := v[name]
	return ok
}

// get is the value of a flag, or what it is when not given.
func (v flagValues) get(name, otherwise string) string {
	if s, ok := v[name]; ok {
		return s
	}
	return otherwise
}

var helpFlag = flagSpec{name: "help", help: "show this page"}

// parseFlags takes flags and operands apart. Flags may stand anywhere before
// --; --name value and --name=value are the same; - is an operand.
func parseFlags(args []string, specs []flagSpec) (flagValues, []string, error) {
	values, operands := flagValues{}, []string{}
	specs = append(slices.Clone(specs), helpFlag)
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return values, append(operands, args...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			operands = append(operands, arg)
			continue
		case arg == "-h":
			arg = "--help"
		}
		rest, err := parseFlag(arg, args, specs, values)
		if err != nil {
			return nil, nil, err
		}
		args = rest
	}
	return values, operands, nil
}

// parseFlag reads one flag and returns the arguments after it.
func parseFlag(arg string, rest []string, specs []flagSpec, values flagValues) ([]string, error) {
	name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	i := slices.IndexFunc(specs, func(f flagSpec) bool { return f.name == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown flag %s%s", strings.SplitN(arg, "=", 2)[0], suggestFlag(name, specs))
	}
	f := &specs[i]
	switch {
	case f.value == "" && f.choice == nil && joined:
		return nil, fmt.Errorf("%s takes no value", f.dashed())
	case f.value == "" && f.choice == nil:
	case !joined && len(rest) == 0:
		return nil, fmt.Errorf("%s needs a value", f.dashed())
	case !joined:
		value, rest = rest[0], rest[1:]
	}
	if values.has(name) && values[name] != value {
		return nil, fmt.Errorf("%s is given twice", f.dashed())
	}
	if f.choice != nil && !slices.Contains(f.choice, value) {
		return nil, fmt.Errorf("%s is %q; it can be %s%s", f.dashed(), value, strings.Join(f.choice, ", "), didYouMean(finding.Nearest(value, f.choice)))
	}
	values[name] = value
	return rest, nil
}

func suggestFlag(name string, specs []flagSpec) string {
	var names []string
	for _, f := range specs {
		names = append(names, f.name)
	}
	if near := finding.Nearest(name, names); near != "" {
		return didYouMean("--" + near)
	}
	return "; an operand that begins with - comes after --"
}

func didYouMean(s string) string {
	if s == "" || s == "--" {
		return ""
	}
	return "; did you mean " + s + "?"
}
