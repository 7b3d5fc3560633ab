package progen

import (
	"math/rand/v2"
)

// kind is the type of a parameter or variable.
type kind byte

const (
	str  kind = 's'
	num  kind = 'n'
	flag kind = 'b'
	list kind = 'l'
	dict kind = 'd'
	free kind = 'a' // Any
)

// kinds are those of parameters and inputs, returned those of results: mostly
// texts and lists of them, so that results find parameters to go to.
var (
	kinds    = []kind{str, str, str, str, str, num, num, flag, list, list, dict, free}
	returned = []kind{str, str, str, str, list, list, num, flag, free, dict}
)

func (k kind) typeName() string {
	switch k {
	case str:
		return "str"
	case num:
		return "int"
	case flag:
		return "bool"
	case list:
		return "list[str]"
	case dict:
		return "dict"
	default:
		return "Any"
	}
}

// generator makes one bundle.
type generator struct {
	*rand.Rand
	// wild programs have many rules, guards and mistakes; tame ones are
	// accepted often.
	wild  bool
	tools []*tool
	named int // names handed out
	step  int // steps made
	scope []variable
	// chains are ways from a rule's source to its sink, some through a
	// sanitizer; queue is what is left of the one under way, carry the value
	// that it moves along.
	chains [][]*tool
	queue  []*tool
	carry  *variable
}

// variable is a name in scope. Its kind is a promise that only wild programs
// break.
type variable struct {
	name string
	kind kind
}

// Bundle is the bundle of a seed, as JSON.
func Bundle(seed uint64) []byte {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
	g.wild = g.one(3)
	g.makeTools()
	policy := g.policy()
	workflow := g.workflow()
	return []byte(object(member{"workflow", workflow}, member{"policy", policy}, member{"tools", g.toolSpecs()}))
}

// one is true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// rarely is true for mistakes: more often in wild programs.
func (g *generator) rarely() bool {
	if g.wild {
		return g.one(40)
	}
	return g.one(400)
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// some is a random subset, in order.
func some[T any](g *generator, from []T, oneIn int) []T {
	var out []T
	for _, x := range from {
		if g.one(oneIn) {
			out = append(out, x)
		}
	}
	return out
}
