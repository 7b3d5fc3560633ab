//go:build js && !engine

package main

import (
	"reflect"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"planproof/ui/layout"
	"planproof/ui/pane"
	"planproof/ui/session"
	"planproof/ui/shell"
	"planproof/ui/svg"
	"planproof/ui/viewmodel"
	"planproof/wasm/answer"
)

// page is the interface: a session, and what of it is on the screen.
type page struct {
	s        *session.Session
	engine   *engine
	renderer *domrender.JSRenderer
	env      *vugu.BuildEnv
	root     *shell.Root
	chrome   shell.Chrome

	pending bool // a frame is asked for
	frame   js.Func
	debts   int // edits whose delay has not passed

	editors  *editors
	sections *sectionHost
	graph    *graphHost
	lines    map[string]*textHost
	dialog   *dialogs

	drawn    *viewmodel.Model // the model that drawings belong to
	drawings *pane.Drawings
	planView *viewmodel.PlanView
	planAs   string
	empty    bool // there were no documents when the plan was drawn
	width    float64
	ticking  bool

	tracked    *viewmodel.Model // the model whose track is drawn
	trackOpen  int
	trackWidth float64
	done       js.Value // the clip of the track behind the cursor
}

func newPage() *page {
	p := &page{s: session.New()}
	p.engine = &engine{onReady: p.ready, onAnswer: p.answered, onCrash: p.crashed}
	p.frame = js.FuncOf(func(js.Value, []js.Value) any {
		p.pending = false
		start := now()
		p.paint()
		if paints := js.Global().Get("planproof").Get("paints"); !paints.IsUndefined() {
			paints.Call("push", now()-start) // a measurement is running
		}
		return nil
	})
	p.s.Dark = isDark()
	return p
}

// begin takes over the static page: the same tree is rendered over it, so
// nothing that was typed before is lost.
func (p *page) begin() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	p.renderer, p.env, p.root = renderer, env, &shell.Root{}
	p.editors = newEditors()
	p.s.Docs = p.editors.texts()
	p.renderShell()
	p.sections, p.graph = &sectionHost{el: host("pane")}, &graphHost{el: host("graph")}
	p.lines = map[string]*textHost{}
	for _, name := range []string{"say", "pos", "track", "foot"} {
		p.lines[name] = &textHost{el: host(name)}
	}
	p.dialog = newDialogs()
	p.listen()
	p.publish()
	p.engine.adopt()
	p.open()
	p.paint()
	mark("painted")
}

// open shows what the address asks for: an example, nothing, or what was
// typed while the page was loading.
func (p *page) open() {
	if !p.s.Docs.Empty() {
		p.s.Load(p.s.Docs, "", "")
		p.verify()
		return
	}
	p.openAddress()
}

func (p *page) ready(version string) {
	mark("ready")
	p.s.Ready(version)
	p.request()
}

func (p *page) verify() {
	if p.s.Docs.Empty() {
		p.request()
		return
	}
	p.s.Start()
	d := p.s.Docs
	p.engine.ask(answer.Request{Workflow: d.Workflow, Policy: d.Policy, Tools: d.Tools, Strict: p.s.Strict, Lenient: p.s.Lenient, Trace: true})
	p.request()
	asked := p.engine.asked
	after(100, func() {
		// A quick answer never shows the grey state.
		if p.s.State == session.Running && p.engine.asked == asked {
			p.s.Slow = true
			p.request()
		}
	})
}

func (p *page) answered(json string, failed bool, ms float64) {
	mark("answered")
	r, problem, err := answer.Read(json, failed)
	switch {
	case err != nil:
		p.s.Crashed("The answer of the engine can not be read: "+err.Error(), int(ms))
	case problem != nil:
		p.s.Answer(nil, &session.Problem{Kind: problem.Kind, Message: problem.Message, Hint: problem.Hint, Span: problem.Span}, ms)
	default:
		p.s.Answer(r, nil, ms)
	}
	p.paint()
	mark("verdict")
}

func (p *page) crashed(why string, ms float64) {
	p.s.Crashed(why, int(ms))
	p.request()
}

// request asks for a paint before the next frame; many changes, one paint.
func (p *page) request() {
	if !p.pending {
		p.pending = true
		js.Global().Call("requestAnimationFrame", p.frame)
	}
}

// paint brings the screen up to date. Every part compares with what it shows
// and touches only what differs.
func (p *page) paint() {
	p.renderShell()
	p.prepare()
	p.paintPlan()
	host("pane").Get("classList").Call("toggle", "old", p.s.Old())
	p.sections.show(p.s.Sections(p.drawings))
	p.paintTransport()
	p.editors.show(p.s)
	p.lines["foot"].show(p.editors.foot(p.s))
	p.dialog.show(p.s)
	p.syncLab()
}

// renderShell renders the components when what they show changed.
func (p *page) renderShell() {
	c := p.s.Chrome()
	if p.root.Chrome != nil && reflect.DeepEqual(c, p.chrome) {
		return
	}
	p.chrome = c
	p.root.Chrome = &p.chrome
	if err := p.renderer.Render(p.env.RunBuild(p.root)); err != nil {
		panic(err)
	}
}

// prepare makes drawings for a new model or width.
func (p *page) prepare() {
	m := p.s.Shown()
	width := max(host("graph").Get("clientWidth").Float()-32, 240)
	if m == p.drawn && p.drawings != nil && width == p.width && p.planAs == p.s.PlanAs && p.empty == p.s.Docs.Empty() {
		return
	}
	if m != p.drawn || p.drawings == nil {
		p.drawings = pane.NewDrawings(428)
	}
	p.drawn, p.width, p.planAs, p.empty = m, width, p.s.PlanAs, p.s.Docs.Empty()
	p.drawPlan()
}

func (p *page) drawPlan() {
	m := p.drawn
	p.planView = nil
	switch {
	case m == nil && p.s.Docs.Empty():
		p.graph.set(pane.Hollow())
	case m == nil:
		p.graph.set(pane.NoPlan())
	case p.planAs == "list" || !m.Drawable():
		p.graph.set(pane.PlanList(m))
	default:
		d := svg.Plan(layout.LayoutPlan(m.Plan(), p.width), m.SVGLabels(), m.Marks())
		p.planView = viewmodel.NewPlanView(m, d.Parts)
		p.graph.set(d.SVG)
	}
}

func (p *page) paintPlan() {
	p.graph.el.Get("classList").Call("toggle", "old", p.s.Old())
	if p.planView != nil {
		at := -1
		if p.s.Live() {
			at = p.s.Look.At
		}
		p.graph.looks(p.planView.States(at, p.s.Selected()))
	}
}

func (p *page) paintTransport() {
	p.lines["say"].show(pane.Say(p.s.Sentence(), p.s.Live()))
	if !p.s.Live() {
		return
	}
	m := p.s.Model
	width := one(".track").Get("clientWidth").Float()
	if p.tracked != m || p.trackOpen != p.s.Look.Open || p.trackWidth != width {
		p.tracked, p.trackOpen, p.trackWidth = m, p.s.Look.Open, width
		p.lines["track"].show(pane.Track(m, p.s.Look.Open, width))
		p.done = one("[data-done]")
	}
	p.done.Call("setAttribute", "width", pane.Done(m, p.s.Look.At))
	p.lines["pos"].show(pane.Position(m, p.s.Look.At))
	slider := one("[data-testid=transport-slider]")
	if v := p.s.Look.At + 1; slider.Get("valueAsNumber").Int() != v {
		slider.Set("value", v)
	}
	slider.Call("setAttribute", "aria-valuetext", pane.PositionWords(m, p.s.Look.At))
}

// mark records a moment of the page's start for measurements.
func mark(name string) { js.Global().Get("planproof").Get("marks").Set(name, now()) }
