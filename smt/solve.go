package smt

type scratch struct{}

func solve(b *Builder, assertions []Term, budget Budget) Result {
	return Result{Reason: "not built yet"}
}
