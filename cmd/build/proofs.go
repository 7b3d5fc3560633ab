package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

func init() {
	register(command{"proofs", "check the Coq proofs and compare the certificate checker with the extracted one (-short: without coqchk)", runProofs})
}

// runProofs is the proofs stage alone.
func runProofs(args []string) error {
	t := &testRun{short: len(args) > 0 && args[0] == "-short"}
	t.stage(stage{"proofs", proofsStage})
	return t.summary()
}

// proofsStage checks the proofs, then compares core/cert with the checker that
// was extracted from them. Without Coq it is skipped, visibly: the answers
// recorded in core/cert/testdata are compared in any case.
func proofsStage(t *testRun) error {
	for _, tool := range []string{"coqc", "coqchk", "ocamlfind"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.skipped = append(t.skipped, "the proofs: "+tool+" is not installed (apt-get install -y --no-install-recommends coq)")
			return nil
		}
	}
	check := run("sh", filepath.Join("proofs", "check.sh"))
	if t.short {
		check.Args = append(check.Args, "quick")
	}
	if err := check.Run(); err != nil {
		return err
	}
	extracted, err := filepath.Abs(filepath.Join("proofs", "build", "planproof-checker"))
	if err != nil {
		return err
	}
	compare := run("go", "test", "-json", "-count=1", "-run=Extracted|CoqFiles|DafnyFiles", "./core/cert/...")
	compare.Env = append(os.Environ(), "PLANPROOF_EXTRACTED="+extracted)
	return t.goTest(compare)
}
