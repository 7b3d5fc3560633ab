package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"planproof/core/doc"
	"planproof/ui/embed"
	"planproof/ui/share"
	"planproof/ui/share/flate"
)

func init() {
	register(command{"prerender", "print a <plan-proof> element with its verdict (-example ID or a bundle); -w fills those of a page", prerender})
}

func prerender(args []string) error {
	flags := flag.NewFlagSet("prerender", flag.ContinueOnError)
	e := share.Embed{}
	id := flags.String("example", "", "an example; or give a file with a bundle")
	page := flags.String("w", "", "an HTML page: write the verdicts into its <plan-proof> elements")
	flags.StringVar(&e.Site, "site", "./", "address of the folder with plan-proof.js, as the page sees it")
	flags.StringVar(&e.Link.At, "step", "", "number of an event, or a cursor")
	flags.StringVar(&e.Link.View, "view", "", "the tab to show")
	flags.StringVar(&e.Theme, "theme", "", "light, dark or auto")
	flags.BoolVar(&e.ReadOnly, "readonly", false, "without the documents")
	flags.StringVar(&e.Title, "title", "", "title of the frame")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case *page != "":
		return fillPage(*page, e.Site)
	case *id != "":
		e.Link.Kind, e.Link.Example = share.Example, *id
	case flags.NArg() == 1:
		if err := packFile(flags.Arg(0), &e.Link); err != nil {
			return err
		}
	default:
		return errors.New("give -example ID, a file with a bundle, or -w PAGE")
	}
	code, err := embed.Code(e)
	fmt.Print(code)
	return err
}

func fillPage(name, site string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	filled, err := embed.Fill(string(text), site)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(filled), 0o644)
}

// packFile makes a link that holds the documents of a bundle.
func packFile(name string, l *share.Link) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{Lenient: true})
	if derr != nil {
		return fmt.Errorf("%s: %s", name, derr.Message)
	}
	docs := share.Documents{Workflow: string(b.Workflow.Print()), Policy: string(b.Policy.Print()), Tools: string(doc.PrintTools(b.Tools))}
	packed, payloads := share.Choose(docs, "", share.Documents{}, b.Options.Strict)
	l.Kind, l.Packed = packed.Kind, flate.Pack(payloads[0])
	return nil
}
