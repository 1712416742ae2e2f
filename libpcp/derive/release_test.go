package derive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

var middle = release.Of(release.Version{Major: 6, Minor: 3, Patch: 8})

// What 6.3.8 and 7.2.2 say of definitions, seen by running their pminfo.
func TestDialects(t *testing.T) {
	const unlike = ": Different types for ternary operands"
	tests := []struct{ src, at638, at722 string }{
		{"novalue()", "0 ", "0 "},
		{"1 + novalue()", "4 Arithmetic expression expected to follow PLUS", "4 Arithmetic expression expected to follow PLUS"},
		{"rate(novalue())", "5 <expr> expected to follow rate(", "5 <expr> expected to follow rate("},
		{"instant(5 5)", "10 Metric name expected to follow instant(", "10 Metric name expected to follow instant("},
		{"meta + 1", "0 ", "0 "},
		{"0 ? 1 : indom", "SEM operand indom: Unknown metric for ternary expression", "8 Arithmetic expression expected to follow COLON"},
		{"mkconst(1)", "9 metadata keyword expected to follow mkconst(type", "9 metadata keyword expected to follow mkconst(type"},
		{"mkconst(1.5)", "11 ", "11 "},
		{"delta(mkconst(1.5,))", "18 <expr> expected to follow delta(", "18 <expr> expected to follow delta("},
		{"mkconst(1,type=5.5)", "15 metadata keyword expected to follow mkconst(type", "15 Unrecognized value for type '5.5'"},
		{"mkconst(1,indom=29.2)", "10 metadata keyword expected to follow mkconst(type", "U32 29.2 discrete "},
		{"mkconst(1,indom=29)", "10 metadata keyword expected to follow mkconst(type", "16 Illegal indom: '29'"},
		{"0 ? 5 : novalue(,)", "16 metadata keyword expected to follow novalue(", "16 metadata keyword expected to follow novalue("},
		{"0 ? 5 : novalue()", "32 -1 discrete ", "32 -1 discrete "},
		{"0 ? 5 : novalue(type=double)", "DOUBLE 0.0 ??? ", "DOUBLE -1 discrete "},
		{"0 ? mkconst(5,type=u32) : novalue(type=double)", "DOUBLE -1 discrete ", "DOUBLE -1 discrete "},
		{"0 ? 5 : novalue(meta=sample.bin,type=double)", "DOUBLE 29.2 instant ", "DOUBLE 29.2 instant "},
		{"sample.drift > 0 ? novalue(type=double) : sample.bin", "32 0.0 instant ", "32 29.2 instant "},
		{"mkconst(1.5,meta=sample.drift)", "32 -1 instant ", "32 -1 instant "},
		{"defined(no.such) ? no.such : sample.drift", "32 -1 instant ", "32 -1 instant "},
		{"defined(no.such) && 1 ? 1 : 2.5", "DOUBLE -1 discrete ", "DOUBLE -1 discrete "},
		{"defined(no.such) + 0 ? 1 : 2.5", "SEM 1 : 2.5" + unlike, "SEM 1 : 2.5" + unlike},
		{"sample.drift ? 1 : no.such", "SEM operand no.such: Unknown metric for ternary expression", "SEM operand no.such: Unknown metric for ternary expression"},
		{"no.such ? 1 : 2", "SEM no.such ? 1 : 2: Non-scalar ternary guard with scalar expressions", "SEM no.such ? 1 : 2: Non-scalar ternary guard with scalar expressions"},
		{"no.such ? sample.bin : sample.bin", "32 29.2 instant ", "32 29.2 instant "},
		{"no.such + 1", "SEM", "SEM operand no.such: Unknown operand metric"},
		{"mkconst(1,meta=no.such)", "SEM", "SEM operand no.such: Unknown operand metric"},
		{"qa.x + 1", "SEM operand qa.x: Illegal nested derived metric", "SEM operand qa.x: Illegal nested derived metric"},
		{"defined(qa.x)", "SEM operand qa.x: Illegal nested derived metric", "SEM operand qa.x: Illegal nested derived metric"},
		{"rate(rate(sample.drift))", "SEM RATE((null)): Incorrect time dimension for operand", "SEM RATE((null)): Incorrect time dimension for operand"},
		{`mkconst(2,units="power (W)")`, "16 Illegal units: 'unrecognized or duplicate base unit'", "U32 -1 discrete power (W)"},
		{`1 / mkconst(2,units="power (W)")`, "20 Illegal units: 'unrecognized or duplicate base unit'", "DOUBLE -1 discrete / power (W)"},
		{`mkconst(4,units="power (W)") * mkconst(2,units="power (kW)")`, "16 Illegal units: 'unrecognized or duplicate base unit'", "SEM 4 * 2: Extra units not allowed for both operands of *"},
		{`mkconst(4,units="power (W)") + mkconst(2,units="power (kW)")`, "16 Illegal units: 'unrecognized or duplicate base unit'", "SEM 4 + 2: Operands have incompatible extra units or scale"},
		{`mkconst(4,units="power (W)") + 5`, "16 Illegal units: 'unrecognized or duplicate base unit'", "SEM 4 + 5: Dimensions are not the same"},
	}
	source := described(t)
	for _, test := range tests {
		for _, r := range []struct {
			release.Release
			want string
		}{{middle, test.at638}, {release.Release{}, test.at722}} {
			if got := understood(source, r.Release, test.src); got != r.want {
				t.Errorf("%s: got %q, want %q", test.src, got, r.want)
			}
		}
	}
}

// understood is what becomes of a definition.
func understood(f *fake, rel release.Release, src string) string {
	var out bytes.Buffer
	defs := New(&out)
	defs.SetRelease(rel)
	var syntax *SyntaxError
	if errors.As(defs.Register("qa.x", src), &syntax) {
		return fmt.Sprintf("%d %s", syntax.Pos, syntax.Message)
	}
	reply := sourcetest.Direct(Wrap(&recorded{fake: *f}, defs)).Descs(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3)})[0]
	if reply.Err != nil {
		return strings.TrimSuffix("SEM"+strings.TrimPrefix(out.String(), "Semantic error: derived metric qa.x:"), "\n")
	}
	d := reply.Desc
	indom, sem := "-1", d.Sem.String()
	if d.InDom != libpcp.NullInDom {
		indom = d.InDom.String()
	}
	return fmt.Sprintf("%s %s %s %s", d.Type, indom, sem, defs.rules.notation().Text(d.Units))
}

func TestContinuedLines(t *testing.T) {
	text := "qa.a = 1 + \\\n2\nqa.b(oneline) = x\n# swallows \\\nqa.c = 1\nqa.d = 2\n" +
		"qa.d(helptext) = '\\\none\ntwo' more\nqa.e 5\nqa.f = 1 \\\n"
	var out bytes.Buffer
	defs := New(&out)
	defs.loadText("F", text)
	var names []string
	for _, def := range defs.list[predefined:] {
		names = append(names, def.name)
	}
	if want := []string{"qa.a", "qa.d"}; !slices.Equal(names, want) {
		t.Errorf("defined %q, want %q", names, want)
	}
	want := "[F:3] Error: pmLoadDerivedConfig: cannot set attribute, derived metric (qa.b) not defined\nqa.b(oneline) = x\n" +
		"[F:7] Warning: pmLoadDerivedConfig: extra text (more) after attribute value will be ignored\n" +
		"[F:10] Error: pmLoadDerivedConfig: missing ``='' after derived metric name\nqa.e 5\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if help, err := defs.text(defs.list[defs.byName("qa.d")], libpcp.TextHelp); err != nil || help != "one\ntwo" {
		t.Errorf("help %q, %v", help, err)
	}
}

func TestControl(t *testing.T) {
	tests := []struct{ settings, want string }{
		{"option_novalue=1", ""},
		{"OPT=1,glob=-1", ""},
		{"foo=1,option_novalue=0", "unknown derived metric control (foo)"},
		{"", "missing '=' in derived metric control ()"},
		{"option_novalue=1,", "missing '=' in derived metric control ()"},
		{"foo=,bar=1", "missing value in derived metric control (foo=,bar=1)"},
		{"global_limit=1 ,a=2", "bad value (1 ,a=2) for derived metric control (global_limit)"},
		{"global_limit=0", "failed to set derived metric control global_limit=0: Bad value for function argument"},
		{"g=4294967296", "failed to set derived metric control g=0: Bad value for function argument"},
		{"c=1", "failed to set derived metric control c=1: Attempt to use an illegal context"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		New(&out).Control(test.settings)
		if test.want != "" {
			test.want = "Warning: $PCP_DERIVED_CONTROL: " + test.want + "\n"
		}
		if out.String() != test.want {
			t.Errorf("%s: %q, want %q", test.settings, out.String(), test.want)
		}
	}
	var out bytes.Buffer
	defs := New(&out)
	defs.loadText("F", "#control global_limit=2,x\nqa.a = no.such\n#control option_novalue=1\nqa.b = 1\nqa.c = 1\n")
	desc, err := libpcp.NewContext(Wrap(newFake(), defs)).Desc(context.Background(), libpcp.NewPMID(511, 0, 3))
	if err != nil || desc.Type != libpcp.Type32 || desc.Sem != libpcp.SemDiscrete {
		t.Errorf("%+v, %v", desc, err)
	}
	if want := "[F:1] Error: missing '=' in derived metric control (x)\n[F:5] Error: pmRegisterDerived(qa.c, ...) syntax error\n 1\n ^\nToo many global derived metrics\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// Where names that cannot be bound are hidden, the reason is reported once.
func TestUnboundHidden(t *testing.T) {
	ctx := context.Background()
	var out bytes.Buffer
	defs := New(&out)
	defs.loadText("F", "qa.a = no.such + 1\nqa.b = sample.drift\nqa.c = mkconst(1, meta=qa.a)\n")
	c := libpcp.NewContext(Wrap(&recorded{fake: *newFake()}, defs))
	for range 2 {
		if names, err := c.Traverse(ctx, "qa"); err != nil || !slices.Equal(names, []string{"qa.b"}) {
			t.Errorf("%q, %v", names, err)
		}
		if _, err := c.Traverse(ctx, "qa.a"); !errors.Is(err, libpcp.ErrName) {
			t.Errorf("qa.a: %v", err)
		}
	}
	want := "Semantic error: derived metric qa.a: operand no.such: Unknown operand metric\n" +
		"Semantic error: derived metric qa.c: operand qa.a: Metadata for operand metric not available\n"
	if out.String() != want {
		t.Errorf("reported %q", out.String())
	}
}

// TestMasked has a metric of a pmcd hide a derived one, which is not even tried.
func TestMasked(t *testing.T) {
	var out bytes.Buffer
	defs := New(&out)
	defs.loadText("F", "sample.drift = no.such\n")
	c := libpcp.NewContext(Wrap(newFake(), defs))
	if names, err := c.Traverse(t.Context(), "sample.drift"); err != nil || !slices.Equal(names, []string{"sample.drift"}) || out.Len() > 0 {
		t.Errorf("%q, %v\n%s", names, err, &out)
	}
}

// TestAddNovalue has an operand that does not exist stand for novalue(), also in the
// metric of one context.
func TestAddNovalue(t *testing.T) {
	defs := New(io.Discard)
	defs.control("option_novalue=1", func(_ fault, text string) { t.Error(text) })
	defs.control("context_limit=0", func(_ fault, text string) {
		if !strings.HasSuffix(text, "Bad value for function argument") {
			t.Error(text)
		}
	})
	if err := Add(t.Context(), Wrap(newFake(), defs), "qa.w", "foo + 1"); err != nil {
		t.Error(err)
	}
}

func TestAdd(t *testing.T) {
	ctx := context.Background()
	defs := New(io.Discard)
	if err := defs.Register("qa.x", "1"); err != nil {
		t.Fatal(err)
	}
	f := newFake()
	src := Wrap(f, defs)
	tests := []struct{ name, expr, want string }{
		{"qa.x", "sample.drift * 2", ""},
		{"qa.y", "3", ""},
		{"qa.x", "2", "Error: pmAddDerivedMetric(\"qa.x\", ...): returns -12409\nDuplicate per-context derived metric name\n"},
		{"qa.z", "1+", "Syntax Error: pmAddDerivedMetric(\"qa.z\", ...)\n1+\n ^\nArithmetic expression expected to follow PLUS\n"},
		{"qa.z", "novalue()", "Syntax Error: pmAddDerivedMetric(\"qa.z\", ...)\nnovalue()\n^\n"},
		{"qa.z", "qa.y+1", "Semantic Error: pmAddDerivedMetric(\"qa.z\", ...)\nqa.y+1\n^\nIllegal nested derived metric\n"},
		{"qa.w", "foo", "Semantic Error: pmAddDerivedMetric(\"qa.w\", ...)\nfoo\n^\nUnknown operand metric\n"},
		{"qa.w", "1", "Error: pmAddDerivedMetric(\"qa.w\", ...): returns -12409\nDuplicate per-context derived metric name\n"},
	}
	for _, test := range tests {
		err := Add(ctx, src, test.name, test.expr)
		got := ""
		if err != nil {
			if !errors.Is(err, libpcp.ErrBadDerive) {
				t.Errorf("%s: %v", test.expr, err)
			}
			got = string(AppendAddReport(nil, err, test.name, test.expr))
			if bare := string(AppendAddReport(nil, errors.Unwrap(err), test.name, test.expr)); bare != got {
				t.Errorf("%s: %q of the cause, %q of the error", test.expr, bare, got)
			}
		}
		if got != test.want {
			t.Errorf("%s = %s: %q, want %q", test.name, test.expr, got, test.want)
		}
	}
	c := libpcp.NewContext(src)
	ids, err := c.Lookup(ctx, "qa.x", "qa.y")
	if want := []libpcp.PMID{0xffdfffff, 0xffdffffe}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("%v, %v", ids, err)
	}
	r, err := c.Fetch(ctx, ids)
	if err != nil || r.Sets[0].Values[0].Word != 842 || r.Sets[1].Values[0].Word != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	if names, err := c.Traverse(ctx, "qa"); err != nil || !slices.Equal(names, []string{"qa.x", "qa.y"}) {
		t.Errorf("%q, %v", names, err)
	}
	if err := Add(ctx, f, "qa.z", "1"); !errors.Is(err, libpcp.ErrNYI) {
		t.Errorf("without derived metrics: %v", err)
	}
}

// Lists of instance domains, and what 7.2.2 says of them.
func TestEquateIndoms(t *testing.T) {
	tests := []struct {
		text, problems string
		same           bool
	}{
		{"29.1 29.2\n", "", true},
		{"# c\n\n \t 29.1 30.1\t29.2\n", "", true},
		{"29.*\n", "", true},
		{"29.1 #\n29.2\n", "", true}, // no newline right behind 29.1
		{"29.1\n29.2\n", "", false},
		{"29.1 29.2 \n", "", false},
		{"29.1 30.1\n30.1 29.2\n", "", false},
		{"29.1 29.2", "[F:1] expected newline, found End-of-File", false},
		{"bad\n29.1 29.2\n*\n", "[F:1] <domain> expected, found 'b'; [F:3] <domain> expected, found '*'", false},
		{"29.1,29.2\n", "[F:1] newline or whitespace expected after <serial> 1, found ','", false},
		{"29 29.2\n", "[F:1] '.' expected after <domain> 29, found ' '", false},
		{"29.x", "[F:1] digit or '*' expected after <domain> 29, found 'x'; [F:1] expected newline, found End-of-File", false},
		{"512.1\n1234.1\n29.12345678\n", "[F:1] <domain> 512 too big; [F:2] <domain> 1234... too long; [F:3] <serial> 12345678... too long", false},
		{"29.4194304\n", "[F:1] <serial> 4194304 too big; [F:2] expected newline, found End-of-File", false},
	}
	for _, test := range tests {
		file := filepath.Join(t.TempDir(), "indoms")
		if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		defs := New(io.Discard)
		var problems []string
		defs.EquateIndoms(file, func(problem string) {
			problem = strings.TrimPrefix(problem, "__pmEquivInDom: ")
			problems = append(problems, strings.ReplaceAll(problem, file, "F"))
		})
		for range 2 {
			if got := defs.rules.sameIndom(libpcp.NewInDom(29, 1), libpcp.NewInDom(29, 2)); got != test.same {
				t.Errorf("%q: %v", test.text, got)
			}
		}
		if got := strings.Join(problems, "; "); got != test.problems {
			t.Errorf("%q: %q, want %q", test.text, got, test.problems)
		}
	}
}

// A rate of a counter that goes backwards.
func TestRestartedCounter(t *testing.T) {
	for _, test := range []struct {
		release.Release
		sem  libpcp.Semantics
		want int
	}{{release.Release{}, libpcp.SemCounter, 1}, {release.Release{}, libpcp.SemInstant, 2}, {classic, libpcp.SemCounter, 2}} {
		term, rate := term{left: &term{desc: libpcp.Desc{Type: libpcp.TypeU32, Sem: test.sem}}}, changeOp{rate: true}
		before := series{values: []value{{1, libpcp.Uint32Atom(5)}, {2, libpcp.Uint32Atom(5)}}}
		now := series{values: []value{{1, libpcp.Uint32Atom(4)}, {2, libpcp.Uint32Atom(6)}}}
		rate.difference(&term, newFake().now, before, !test.Has(release.CounterRestart))
		if got := rate.difference(&term, newFake().now.Add(1e9), now, !test.Has(release.CounterRestart)); len(got.values) != test.want {
			t.Errorf("%+v", got)
		}
	}
}

func FuzzIndoms(f *testing.F) {
	f.Add([]byte("29.1 29.2\n# c\n30.* 31.4194303\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := indomParser{file: "F", text: text, line: 1, report: func(string) {}}
		p.parse()
	})
}
