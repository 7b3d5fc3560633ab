package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"planproof/cmd/build/bench/rivals"
	"planproof/cmd/build/site"
)

// solvers prints our solver beside those that users would take instead: query
// by query for the fourteen of the specification, as a summary for the files
// of the corpus, where that is asked for and there.
func solvers(w *tabwriter.Writer, withCorpus bool) error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	queries, err := rivals.Fourteen(root)
	if err != nil {
		return err
	}
	var corpus []rivals.Query
	if withCorpus {
		folder := os.Getenv("PLANPROOF_CORPUS")
		if folder == "" {
			folder = filepath.Join(root, "..", "shared", "corpus")
		}
		if corpus, err = rivals.Corpus(folder, "F1"); err != nil {
			return err
		}
	}
	all := slices.Concat(queries, corpus)
	times, err := everySolver(root, all)
	if err != nil {
		return err
	}
	byQuery(w, queries, times)
	summary(w, "the 14 queries", queries, times)
	if len(corpus) > 0 {
		summary(w, fmt.Sprintf("%d files of the corpus (F1)", len(corpus)), corpus, times)
	}
	return nil
}

// everySolver measures ours and the programs natively, then both in a browser.
func everySolver(root string, queries []rivals.Query) ([]rivals.Times, error) {
	ours, err := rivals.Ours(queries)
	if err != nil {
		return nil, err
	}
	times := append([]rivals.Times{ours}, rivals.Native(queries)...)
	inBrowser, starts, missing, err := rivals.Browser(root, queries)
	if missing != nil {
		fmt.Println("without z3-solver in the browser:", missing)
	}
	if err != nil {
		fmt.Println("nothing was measured in a browser:", err)
	}
	for _, t := range inBrowser {
		fmt.Printf("%s: ready %.0f ms after its page asked for it\n", t.Solver, starts[t.Solver])
	}
	return append(times, inBrowser...), nil
}

func byQuery(w *tabwriter.Writer, queries []rivals.Query, times []rivals.Times) {
	fmt.Fprint(w, "ms\t")
	for _, t := range times {
		fmt.Fprintf(w, "%s\t", t.Solver)
	}
	fmt.Fprintln(w)
	for _, q := range queries {
		fmt.Fprintf(w, "%s\t", q.Name)
		for _, t := range times {
			if ms, ok := t.Millis[q.Name]; ok {
				fmt.Fprintf(w, "%.3f\t", ms)
			} else {
				fmt.Fprint(w, "-\t")
			}
		}
		fmt.Fprintln(w)
	}
}

// summary prints medians, worst times, wrong answers, and the ratios of the
// rivals to ours in the same place: native to native, wasm to wasm.
func summary(w *tabwriter.Writer, what string, queries []rivals.Query, times []rivals.Times) {
	fmt.Fprintf(w, "\t\n%s\tmedian ms\tworst ms\tnot as expected\ttimes ours\twe are ahead on\t\n", what)
	for _, t := range times {
		var ms []float64
		for _, q := range queries {
			if v, ok := t.Millis[q.Name]; ok {
				ms = append(ms, v)
			}
		}
		if len(ms) == 0 {
			continue
		}
		slices.Sort(ms)
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%d\t", t.Solver, ms[len(ms)/2], ms[len(ms)-1], len(t.Wrong(queries)))
		ours := times[0]
		for _, o := range times {
			if strings.HasPrefix(o.Solver, "planproof") && strings.HasSuffix(o.Solver, "wasm") == strings.HasSuffix(t.Solver, "wasm") {
				ours = o
			}
		}
		if t.Solver == ours.Solver {
			fmt.Fprintln(w, "1\t\t")
			continue
		}
		mean, ahead, n := rivals.Geomean(queries, ours, t)
		fmt.Fprintf(w, "%.1f\t%d of %d\t\n", mean, ahead, n)
	}
}
