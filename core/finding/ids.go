package finding

import (
	"hash/fnv"
	"strconv"
)

// IDs of findings, <family>/<kind>; `planproof explain ID` describes each.
const (
	IDToolNotAllowed     = "allowlist/tool"
	IDMissingSpec        = "missing-spec/tool"
	IDUnknownArgument    = "arguments/unknown"
	IDMissingArgument    = "arguments/missing"
	IDArgumentType       = "arguments/type"
	IDArgumentValue      = "arguments/value"
	IDArgumentConflict   = "arguments/conflict"
	IDUndefinedRef       = "scope/undefined"
	IDShadowedBinding    = "scope/shadowed"
	IDMissingPart        = "scope/missing-part"
	IDOpenPart           = "scope/open-part"
	IDTaintFlow          = "taint/flow"
	IDSinkLabel          = "taint/sink-label"
	IDErrorReachable     = "automaton/error-reachable"
	IDInitialError       = "automaton/initial-error"
	IDPrecondition       = "precondition/violated"
	IDPostcondition      = "postcondition/violated"
	IDPostconditionOpen  = "postcondition/unproved"
	IDFrameVacuous       = "frame/vacuous"
	IDFrameViolated      = "frame/violated"
	IDGuardIncomplete    = "incomplete/guard"
	IDTaintIncomplete    = "incomplete/taint-condition"
	IDBranchIncomplete   = "incomplete/condition"
	IDLoopIncomplete     = "incomplete/loop"
	IDSolverIncomplete   = "incomplete/solver"
	IDInvariant          = "invariant/violated"
	IDImplicitFlow       = "implicit-flow/sink"
	IDNoSteps            = "note/no-steps"
	IDUnreachable        = "note/unreachable"
	IDContractUnreadable = "incomplete/unreadable"
	IDGrounding          = "grounding/literal"
	IDLenientNote        = "note/lenient"
	IDUnlisted           = "note/unlisted"
	IDCertificateRefused = "incomplete/certificate"
)

// IDs of lint findings.
const (
	IDLintUnknownTool      = "lint/unknown-tool"
	IDLintUnknownParam     = "lint/unknown-parameter"
	IDLintUnknownSanitizer = "lint/unknown-sanitizer"
	IDLintSelfSanitizer    = "lint/source-is-sanitizer"
	IDLintUnreachableState = "lint/unreachable-state"
	IDLintDeadTransition   = "lint/dead-transition"
	IDLintGuardName        = "lint/guard-name"
	IDLintShadowedGuard    = "lint/shadowed-transition"
	IDLintOverlap          = "lint/overlapping-guards"
	IDLintTwoValues        = "lint/constant-two-values"
	IDLintUnguardedSink    = "lint/unguarded-sink"
	IDLintUnguardedParam   = "lint/unguarded-parameter"
	IDLintNoLowerBound     = "lint/no-lower-bound"
	IDLintUnreadable       = "lint/unreadable-condition"
	IDLintUnmarkedSinks    = "lint/unmarked-sinks"
	IDLintBareDomain       = "lint/bare-domain"
	IDLintUnanchored       = "lint/unanchored-pattern"
	IDLintUnusedRule       = "lint/rule-cannot-fire"
)

// Seal fills the fingerprint of a finding from its id, rule and path.
func (f *Finding) Seal() {
	h := fnv.New64a()
	for _, part := range []string{f.ID, f.RuleName, f.Path} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	f.Fingerprint = strconv.FormatUint(h.Sum64(), 16)
}
