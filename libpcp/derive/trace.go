package derive

import (
	"fmt"
	"io"
	"io/fs"

	"pcptools/libpcp"
)

// Trace says what is told about derived metrics besides registrations,
// look-ups and definitions that can be used or not: the debug options appl0,
// appl1 and appl2 in company of derive (pmdbg(1)).
type Trace struct {
	Parsing bool // tokens and expressions
	Binding bool // expressions bound to a source
	Values  bool // of expressions and all in them, at each fetch

	Texts libpcp.ErrorTexts
}

// text is the text of an error, which only a trace needs.
func (t *tracer) text(err error) string {
	if t == nil {
		return ""
	}
	return t.Texts.Of(err)
}

// Trace has everything told on w, as libpcp (C) does it. Definitions
// are then loaded with the first Wrap, and bound one by one.
func (d *Definitions) Trace(w io.Writer, what Trace) {
	d.TraceOn(w, what)
	d.announce()
}

// TraceNames is Trace for names that have nothing behind them: what is defined
// already is told when they are first asked for.
func (d *Definitions) TraceNames(w io.Writer, what Trace) {
	d.TraceOn(w, what)
	d.unannounced = true
}

// announce tells what is defined already.
func (d *Definitions) announce() {
	d.unannounced = false
	for i, def := range d.list {
		src := "anon(" + typeName(def.expr) + ")"
		d.trace.register(def.name, src)
		if d.trace.Parsing {
			parse(src, &d.rules.language, d.trace)
		}
		d.trace.registered(i, def, src)
	}
}

// TraceOn is Trace for what happens from now on.
func (d *Definitions) TraceOn(w io.Writer, what Trace) {
	d.trace = &tracer{Trace: what, w: w, dialect: d.rules.Dialect}
	d.eager = true
}

// Closing tells that a context is given up.
func (d *Definitions) Closing() {
	d.trace.printf("__dmclosecontext(->ctx 0) called dm->%p %d metrics\n", d, len(d.list))
}

// tracer tells what happens. The nil tracer is silent.
type tracer struct {
	Trace
	w       io.Writer
	dialect Dialect
}

func (t *tracer) printf(format string, args ...any) {
	if t != nil {
		fmt.Fprintf(t.w, format, args...)
	}
}

// sites says where the definitions of the site come from.
func (t *tracer) sites(paths string, chosen bool) {
	switch {
	case paths == "":
	case chosen:
		t.printf("Derived metric initialization from $PCP_DERIVED_CONFIG\n")
	default:
		t.printf("Derived metric initialization from %s\n", paths)
	}
}

// unreadable tells of a path that cannot be loaded. Part says what it is.
func (t *tracer) unreadable(part, path string, err error) {
	t.printf("Warning: derived metrics path %s: %s: %s\n", part, path, t.text(err))
}

// irregular tells of what is neither a file nor a directory.
func (t *tracer) irregular(path string, info fs.FileInfo) {
	t.printf("Warning: derived metrics path component: %s: unexpected st_mode=%o?\n", path, rawMode(info.Mode()))
}

func (t *tracer) file(path string) { t.printf("pmLoadDerivedConfig(\"%s\")\n", path) }

func (t *tracer) register(name, src string) {
	if t != nil && t.Parsing {
		t.printf("pmRegisterDerived: name=\"%s\" expr=\"%s\"\n", name, src)
	}
}

func (t *tracer) registered(n int, def *definition, src string) {
	t.printf("pmRegisterDerived: global metric[%d] %s = %s\n", n, def.name, src)
	if t != nil && t.Parsing {
		t.dumpParsed(def.expr)
	}
}

// token tells of a token; one that is illegal has the text that the lexer
// makes of it.
func (t *tracer) token(tok token) {
	if t == nil || !t.Parsing {
		return
	}
	t.printf("derive_lex() -> type=L_%s \"%s\"\n", tok.traceName(), tok.text)
}

func (t token) traceName() string {
	switch t.kind {
	case end:
		return "EOS"
	case illegal:
		return "ERROR"
	case name:
		return "NAME"
	case integer:
		return "INTEGER"
	case real:
		return "DOUBLE"
	case text:
		return "STRING"
	case instance:
		return "INSTNAME"
	case pattern:
		return "PATTERN"
	case openParen:
		return "LPAREN"
	case closeParen:
		return "RPAREN"
	case comma:
		return "COMMA"
	case assign:
		return "ASSIGN"
	case not:
		return "NOT"
	case function:
		return functionName(t.text)
	case reserved:
		return upper(t.text)
	}
	return t.kind.info().word
}

// functionName is what a function is called in traces.
func functionName(name string) string {
	if name == "matchinst" {
		return "FILTERINST"
	}
	return upper(name)
}

// upper makes the ASCII letters of s capitals.
func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// lookup tells what was found for a name that the source does not have.
func (t *tracer) lookup(name string, id libpcp.PMID) {
	if id == libpcp.NullPMID {
		t.printf("__dmgetpmid: metric \"%s\" -> %s\n", name, t.text(libpcp.ErrName))
		return
	}
	t.printf("__dmgetpmid: metric \"%s\" -> PMID %s\n", name, id)
}

// unknown tells why an operand cannot be had, where nobody is told otherwise.
func (t *tracer) unknown(m *metric, operand string, id libpcp.PMID, err error) {
	if t == nil || !t.dialect.ListUnbound {
		return
	}
	of := "global "
	if t.dialect.NoNovalue {
		of = ""
	} else if m.own {
		of = "per-context "
	}
	if id != libpcp.NullPMID {
		operand = fmt.Sprintf(" (%s [%s])", operand, id)
	} else {
		operand = ": " + operand
	}
	t.printf("bind_expr: error: %sderived metric %s: operand%s: %s\n", of, m.name, operand, t.text(err))
}

func (t *tracer) open(metrics int) {
	if t != nil && t.Binding {
		t.printf("__dmopencontext(->ctx 0) called, %d derived metrics\n", metrics)
	}
}

// alternatives tells what differs between the two sides of the colon that a
// definition cannot be used for.
func (t *tracer) alternatives(root *term) {
	if t == nil || !t.Binding {
		return
	}
	if n := root.mismatch(); n != nil {
		t.printf("Semantic error: ternary op %s\n", difference(n.right.desc, n.third.desc))
	}
}

// mismatch finds the first ternary whose alternatives differ, as check does.
func (t *term) mismatch() *term {
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child == nil {
			continue
		}
		if found := child.mismatch(); found != nil {
			return found
		}
	}
	if t.op == opTernary && alternatives(t.right.desc, t.third.desc) != "" {
		return t
	}
	return nil
}

// difference says what alternatives objects to.
func difference(a, b libpcp.Desc) string {
	au, bu := a.Units.Dimensions(), b.Units.Dimensions()
	switch {
	case a.Type != b.Type:
		return fmt.Sprintf("type: left=%s right=%s", a.Type, b.Type)
	case a.InDom != b.InDom && a.InDom != libpcp.NullInDom && b.InDom != libpcp.NullInDom:
		return fmt.Sprintf("indom: left=%s right=%s", a.InDom, b.InDom)
	case a.Sem != b.Sem:
		return fmt.Sprintf("semantics: left=%s right=%s", a.Sem, b.Sem)
	case au.DimSpace != bu.DimSpace || au.ScaleSpace != bu.ScaleSpace:
		return fmt.Sprintf("units (space): left=%s (dim=%d scale=%d) right=%s (dim=%d scale=%d)",
			a.Units, au.DimSpace, au.ScaleSpace, b.Units, bu.DimSpace, bu.ScaleSpace)
	case au.DimTime != bu.DimTime || au.ScaleTime != bu.ScaleTime:
		return fmt.Sprintf("units (time): left=%s right=%s", a.Units, b.Units)
	}
	return fmt.Sprintf("units (count): left=%s right=%s", a.Units, b.Units)
}
