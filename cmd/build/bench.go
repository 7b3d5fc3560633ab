package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"planproof/cmd/build/bench"
	"planproof/examples"
)

func init() {
	register(command{"bench", "measure the verifier and compare with the recorded figures of the alternatives", runBench})
}

// runBench prints what was measured; it judges nothing, since times depend on
// the machine. What can be compared across machines are the ratios.
func runBench(args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flags.String("only", "", "one part: scaling, targets, examples, guard, solvers")
	corpus := flags.Bool("corpus", false, "let the solvers answer the files of the corpus too; takes minutes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	fmt.Printf("%s %s/%s, %d processors; medians of one verification, reading included\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, p := range []struct {
		name string
		run  func(*tabwriter.Writer) error
	}{{"scaling", scaling}, {"targets", targets}, {"examples", typical}, {"guard", decisions}, {"solvers", func(w *tabwriter.Writer) error { return solvers(w, *corpus) }}} {
		part := p.run
		if *only != "" && *only != p.name {
			continue
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		if err := part(w); err != nil {
			return err
		}
		w.Flush()
		fmt.Println()
	}
	return nil
}

// decisions prints how many single calls the guard decides on in a second.
func decisions(w *tabwriter.Writer) error {
	fmt.Fprintln(w, "guard\tmessages\tfirst/s\tlater/s\t")
	for _, messages := range []int{5, 50, 500} {
		rates, err := bench.Guard(messages)
		if err != nil {
			return err
		}
		for _, r := range rates {
			fmt.Fprintf(w, "%s\t%d\t%.0f\t%.0f\t\n", r.Mode, r.Messages, r.Cold, r.Warm)
		}
	}
	return nil
}

// scaling prints each series with the time per step as a ratio to the series'
// second size: near 1 means linear.
func scaling(w *tabwriter.Writer) error {
	fmt.Fprintln(w, "case\tms\tns/step\tratio\tkB/step\trounds\tqueries\t")
	for _, s := range bench.Series() {
		base := 0.0
		for i, c := range s {
			r, err := bench.Measure(c)
			if err != nil {
				return err
			}
			if i == 1 {
				base = r.PerStep()
			}
			ratio := "-"
			if base > 0 {
				ratio = fmt.Sprintf("%.2f", r.PerStep()/base)
			}
			fmt.Fprintf(w, "%s\t%.2f\t%.0f\t%s\t%.1f\t%d\t%d\t\n", c.Name, r.Millis, r.PerStep(), ratio, float64(r.Bytes)/1024/float64(c.Steps), r.Iterations, r.Queries)
		}
	}
	return nil
}

// targets prints the named cases beside their targets and the recorded times
// of the Python + Z3 implementation.
func targets(w *tabwriter.Writer) error {
	fmt.Fprintln(w, "case\tms\ttarget ms\tof target\tPython + Z3 ms\ttimes faster\t")
	for _, c := range bench.Targets() {
		r, err := bench.Measure(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.2f\t%.0f\t%.2f\t%.0f\t%.0f\t\n", c.Name, r.Millis, c.Target, r.Millis/c.Target, c.Baseline, c.Baseline/r.Millis)
	}
	return nil
}

// typical measures the examples: plans of the size that people paste.
func typical(w *tabwriter.Writer) error {
	fmt.Fprintln(w, "example\tsteps\tms\tof the 1 ms target\tqueries\t")
	for _, e := range examples.All() {
		r, err := bench.Measure(bench.Case{Name: e.ID, Steps: max(1, strings.Count(string(e.Text), `"label"`)), Bundle: string(e.Text)})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.2f\t%d\t\n", e.ID, r.Steps, r.Millis, r.Millis, r.Queries)
	}
	return nil
}
