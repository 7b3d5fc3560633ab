package main

import (
	"fmt"
	"os"
	"path/filepath"

	"planproof/core/finding"
)

// writeQuestions writes the questions of obligations as files named by their
// place in the report, 01-precondition.smt2 and so on. An obligation without a
// symbolic value is evaluated, not asked, and has no file.
func writeQuestions(dir string, all []finding.Obligation) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for n, o := range all {
		if o.SMTLib == "" {
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%02d-%s.smt2", n+1, o.Category))
		if err := os.WriteFile(file, []byte(o.SMTLib), 0o666); err != nil {
			return err
		}
	}
	return nil
}
