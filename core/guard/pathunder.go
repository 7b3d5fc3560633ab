package guard

import (
	"path"
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/core/value"
)

// PathUnder is a use of path_under(name, root) in an expression of a policy:
// the cleaned path is root or below it. A test of the beginning of the text
// would let /data/../etc pass.
type PathUnder struct {
	Stand string // the name that stands for the call in the expression
	Name  string // the fact or argument that is the path
	Root  string
}

// holds reports whether a path is under the root once . and .. are taken out.
// A relative path is under a relative root only.
func (p PathUnder) holds(v value.Value) (value.Value, bool) {
	t, ok := v.(value.Text)
	if !ok {
		return nil, false
	}
	if strings.ContainsAny(string(t), "\\\x00") || t == "" {
		return value.Bool(false), true
	}
	clean, root := path.Clean(string(t)), path.Clean(p.Root)
	under := clean == root || strings.HasPrefix(clean, strings.TrimSuffix(root, "/")+"/")
	if root == "." {
		under = !strings.HasPrefix(clean, "/") && clean != ".." && !strings.HasPrefix(clean, "../")
	}
	return value.Bool(under), true
}

// policyExpr reads an expression of a policy, where path_under(name, 'root')
// may be used.
func (r *configReader) policyExpr(at string, v value.Value, p *Policy) *cond.Expr {
	const call = "path_under("
	source := r.text(at, v)
	for {
		i := strings.Index(source, call)
		if i < 0 {
			break
		}
		end := strings.IndexByte(source[i:], ')')
		if end < 0 {
			r.fail(at, "path_under( is not closed")
			return nil
		}
		name, root, ok := strings.Cut(source[i+len(call):i+end], ",")
		quoted, err := cond.Parse(strings.TrimSpace(root))
		if !ok || err != nil || !isName(strings.TrimSpace(name)) {
			r.fail(at, "write path_under(name, 'root') with the name of an argument or fact and a text")
			return nil
		}
		text, bad := quoted.Eval(cond.Bindings(nil))
		t, isText := text.(value.Text)
		if bad != nil || !isText {
			r.fail(at, "the root of path_under is a text such as '/work'")
			return nil
		}
		stand := "path_under_" + strconv.Itoa(len(p.Paths))
		p.Paths = append(p.Paths, PathUnder{stand, strings.TrimSpace(name), string(t)})
		source = source[:i] + stand + source[i+end+1:]
	}
	return r.expr(at, value.Text(source))
}

func isName(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
