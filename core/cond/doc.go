// Package cond is the condition language of workflows, policies and tools: Python's expressions as far as SPEC-core §2
// goes, parsed once and read by everyone from one tree.
//
//	Parse, ParseFrame   text → Expr, Frame; errors name the place and what to do
//	Expr.Resolve        constants put in, constants beside a domain_of in lower case
//	Expr.Eval           concrete evaluation
//	Expr.Outcomes       evaluation on partly known values: which outcomes are possible
//	Expr.String         canonical text
//	ParseGlob           the patterns of matches and of frame conditions
//
// # The language
//
// Constants (texts with all of Python's escapes, exact numbers, True, False, None), lists and tuples, names, x[i],
// x.field, unary minus, + - * // %, comparisons and their chains, in, is, not, and, or, and the functions len,
// domain_of, min, max, abs, startswith, endswith, contains, lower, matches. Everything means what it means in Python,
// with these exceptions:
//
//   - Numbers are exact decimals of one kind: 1 and 1.0 are the same, 0.1 + 0.2 is 0.3, and an index may be 1.0.
//   - list in list asks whether all elements of a non-empty list are elements of the other.
//   - `is` stands beside None, True or False only; it is refused elsewhere when the condition is read.
//   - + also joins two texts, two lists or two tuples; * and % take numbers only.
//   - contains(x, y) is y in x. min and max take one list, or two and more values. lower changes ASCII letters only.
//   - domain_of is partial and blind to letter case (value.DomainOf); on lists and tuples it works element by element,
//     and what is no text is its own domain.
//   - x.field is the member of an object and nothing else; x['key'] is the same.
//
// # Limits
//
// MaxDepth levels of nesting, MaxWork steps of evaluation, MaxSize for the result of +, MaxGlob items of a pattern, and
// the limits of numbers. All recursion is over the tree and hence at most MaxDepth deep.
package cond
