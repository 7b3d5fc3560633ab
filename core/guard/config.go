package guard

import (
	"planproof/core/cond"
	"planproof/core/ground"
	"planproof/core/value"
)

// Mode says how far the guard reads.
type Mode string

// The modes. Literal looks for values as they are written. Full, the default,
// also reads negation, units, groups of arguments, other forms of the same
// value, where a value came from and what may not leave.
const (
	Literal Mode = "literal"
	Full    Mode = "full"
)

// Injections says what instruction-like text in tool outputs does to a tool.
type Injections string

// Grounded, the default: values found only in tool outputs escalate. Any:
// every call of the tool escalates. Off: nothing happens.
const (
	Grounded Injections = "grounded"
	Any      Injections = "any"
	Off      Injections = "off"
)

// Config is what a guard is declared with. ReadConfig reads it, New compiles
// it.
type Config struct {
	Mode  Mode
	Tools []ToolConfig // in the order of the text
	// Facts are the names and types of what the application gives with calls.
	Facts []Fact
	// Computed are facts that follow from others, in their order.
	Computed      []Computed
	Policies      []Policy
	Confirmations []Confirmation
	// ToolValues and ScanUser are the defaults of tools that do not say.
	ToolValues Verdict
	ScanUser   bool
	Authorizer *AuthorizerConfig // nil: none
	// Secrets are texts that must not leave, whatever output they stand in.
	Secrets []string
}

// Fact is a declared fact. Types: string, number, integer, boolean, list,
// object, any.
type Fact struct{ Name, Type string }

// Computed is a fact that is the value of an expression.
type Computed struct {
	Name string
	Expr *cond.Expr
}

// ToolConfig declares one tool.
type ToolConfig struct {
	Name, Description string
	// Schema is the JSON schema of the arguments; nil until Adopt gives one.
	Schema value.Object
	// Ground lists the arguments whose values must be written in a message of
	// a role of From (default user, tool, system).
	Ground []GroundArg
	From   []Role
	// Injections, Locale, ScanUser and ToolValues: see SPEC; nil and empty are
	// the guard's defaults.
	Injections Injections
	Locale     ground.Locale
	ScanUser   *bool
	ToolValues Verdict
	// Last: only the user's last so many messages ground a value; 0 is all.
	Last int
	// Once: the same call is made once. Keys are the arguments that make it
	// the same; none are all of them in literal mode, the grounded ones in
	// full mode.
	Once bool
	Keys []string
	// NoAuthorizer: the authorizer is not asked about this tool.
	NoAuthorizer bool
	Full         FullConfig
}

// GroundArg is an argument to ground and how to look for it.
type GroundArg struct {
	Name    string
	Matcher ground.Matcher
}

// FullConfig is what full mode reads of a tool beside the rest. Where nothing
// is declared, the guard infers it from names and values; see infer.go.
type FullConfig struct {
	// Actions are the intents that the tool carries out (Intents names them);
	// nil infers them from the tool's name, an empty list is none.
	Actions []string
	// Types say what arguments are: iban, email, phone, date, money, text.
	Types []ArgType
	// Together are groups of arguments whose values must be said together;
	// nil infers a payee with its amount.
	Together [][]string
	// Slots are arguments whose value must stand in a clause that asks for the
	// tool's action; nil is every grounded argument of a tool that deletes.
	Slots []string
	// Trusted: outputs of the tool are as good as the user's own systems.
	Trusted bool
	// Secret: outputs of the tool must not leave.
	Secret bool
	// Private are the arguments that may hold secrets: they do not leave.
	Private []string
	// Untrusted are the arguments that may hold values of untrusted outputs.
	Untrusted []string
}

// ArgType is the declared type of an argument.
type ArgType struct{ Name, Type string }

// Policy is a rule of the author: an expression that must be true, or a
// request that the user must have made (Intents or Phrases given, no Expr).
type Policy struct {
	Name string
	// Tools it is for; nil is every tool that provides all it reads.
	Tools  []string
	Reads  []string
	Expr   *cond.Expr
	Paths  []PathUnder
	OnFail Verdict
	Reason string
	// Intents and Phrases of a request policy.
	Intents, Phrases []string
}

// Confirmation says that calls of tools need the user's explicit yes to a
// message of the assistant that names their values.
type Confirmation struct {
	Tools []string
	// Arguments that must be named; nil is every one that is text, a number or
	// a list of them.
	Arguments []string
	// Match gives arguments a matcher; the default is nocase.
	Match []GroundArg
	// Last: only the user's last so many messages can accept. 0 is all of
	// them in literal mode, 1 in full mode.
	Last   int
	OnFail Verdict
}

// AuthorizerConfig chooses one of the deterministic authorizers.
type AuthorizerConfig struct {
	// YesIf is an expression over user_request, conversation and proposal;
	// nil is the one that compares the call with the request.
	YesIf *cond.Expr
	// Always answers every call the same; empty when it is not constant.
	Always Answer
}

// ConfigError says what is wrong with a configuration, and where.
type ConfigError struct {
	Where   string // a path such as tools.pay.ground
	Message string // what is wrong and what to do
}

// Error is "where: message".
func (e *ConfigError) Error() string {
	if e.Where == "" {
		return e.Message
	}
	return e.Where + ": " + e.Message
}
