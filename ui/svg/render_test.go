package svg

import (
	"flag"
	"os"
	"testing"

	"planproof/ui/layout"
)

var out = flag.String("drawings", "", "folder to write the drawings to")

func write(t *testing.T, name, svg string) {
	if *out == "" {
		return
	}
	css, _ := os.ReadFile("../static/style.css")
	html := "<!doctype html><meta charset=utf-8><style>" + string(css) + "body{background:var(--bg-1);padding:16px;height:auto}</style>" + svg
	if err := os.WriteFile(*out+"/"+name+".html", []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPlan(t *testing.T) {
	d := layout.LayoutPlan(layout.Sample(), 484)
	labels := []Label{{"email_content", "l1", "E"}, {"web", "l2", "W"}, {"secret", "l3", "S"}}
	write(t, "plan", Plan(d, labels, nil).SVG)
}

func TestHasse(t *testing.T) {
	labels := []Label{{"email_content", "l1", "E"}, {"web", "l2", "W"}, {"secret", "l3", "S"}}
	h := layout.LayoutHasse([]layout.SetNode{{0, []string{"a", "b", "c"}}, {1, []string{"emails", "summary"}}, {4, []string{"addr"}}, {3, nil}, {5, nil}, {7, []string{"draft"}}}, 428)
	write(t, "hasse", Hasse(h, labels).SVG)
}

func TestAutomaton(t *testing.T) {
	a := &layout.Automaton{States: []layout.State{{"safe", false}, {"sent", false}, {"error", true}}, Edges: []layout.Edge{
		{0, 2, `subject == ""`}, {0, 2, "domain_of(to) not in allowed_domains"}, {0, 1, "any send_email"}, {1, 2, "any"}}}
	s := Automaton(layout.LayoutAutomaton(a, 428), "x").SVG
	b := &layout.Automaton{States: []layout.State{{"start", false}, {"fetched", false}, {"live", false}, {"error", true}}, Edges: []layout.Edge{
		{0, 1, "fetch_mail"}, {1, 2, "post_status"}, {0, 3, "post_status"}, {2, 2, "post_status"}, {2, 1, "fetch_mail"}, {1, 1, "fetch_mail"}}}
	s += "<hr>" + Automaton(layout.LayoutAutomaton(b, 428), "x").SVG
	write(t, "auto", "<div style='width:428px'>"+s+"</div>")
}
