package library

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/release"
)

// TestDerivedErrors defines metrics by expressions with errors, for all contexts and
// for one.
func TestDerivedErrors(t *testing.T) {
	archives := need.Archives(t)
	lines := []string{
		"", " ", "   ", "\t", "\t ", "(", ")", " (", "()", "( )", "1", "1+", "1 +", " 1 + ", "+", "-", "- ", "-1", "--1", "!", "!1",
		"sample.bin", " sample.bin ", "sample.bin sample.bin", "sample.bin +", "sample.bin + )", "(sample.bin", "(sample.bin))", "sample.bin)",
		"sample.nosuch", "1 2", "1 sample.bin", "1.", ".5", "1.5.2", "1e5", "1x", "0x10", "99999999999999999999999",
		"sample.bin ? 1", "sample.bin ? 1 :", "sample.bin ? : 2", "? 1 : 2", "1 ? 2 : 3", "defined", "defined(", "defined()", "defined(1)", "defined(sample.bin", "defined(sample.bin) ? 1 : 2",
		"sum", "sum(", "sum()", "sum(sample.bin", "sum(sample.bin))", "sum(1)", "sum(sample.bin) +", "nosuch(sample.bin)", "avg(sample.colour", "delta(sample.bin) * ",
		"mkconst", "mkconst(", "mkconst()", "mkconst(1", "mkconst(1,", "mkconst(1,)", "mkconst(1,type)", "mkconst(1,type=)", "mkconst(1,type=\"u32\"", "mkconst(1,type=\"no\")", "mkconst(1,nosuch=\"x\")", "mkconst(sample.bin)",
		"mkconst(1,type=\"u32\",units=\"nosuch\")", "mkconst(1,semantics=\"nosuch\")", "mkconst(1, type=\"u32\" )",
		"rescale(", "rescale(sample.bin", "rescale(sample.bin,", "rescale(sample.bin,)", "rescale(sample.bin,\"nosuch\")", "rescale(sample.bin,\"byte\"", "rescale(sample.bin, \"byte\")",
		"anon(", "anon(u32)", "anon(PM_TYPE_U32", "anon(PM_TYPE_U32)", "anon(PM_TYPE_NO)", "anon",
		"sample.bin[", "sample.bin[]", "sample.bin[bin-100", "sample.bin[bin-100]", "sample.bin[bin-100] +", "sample.bin[\\", "[x]",
		"matchinst(", "matchinst(/x/", "matchinst(/x/,", "matchinst(/x/,sample.bin", "matchinst(/x,sample.bin)", "matchinst(/[/,sample.bin)", "matchinst(!/x/,sample.bin) +", "matchinst(sample.bin)",
		"scalar(", "scalar()", "scalar(sample.bin[bin-100]", "1 < ", "1 <= <", "1 && ", "&& 1", "1 || || 2", "1 == ", "1 = 2", "1 ! 2", "a..b", ".a", "a.", "_a", "é", "\"x\"", "'x'", "#", "1 # 2", "{", "@", "1 % 2", "$x",
		"sample.nosuch + 1", "1 + sample.nosuch", "-sample.nosuch", "!sample.nosuch", "(sample.nosuch)", "delta(sample.nosuch)", "sum(sample.nosuch)", "count(sample.nosuch)", "sample.nosuch ? 1 : 2", "1 ? sample.nosuch : 2",
		"sample.bin + sample.nosuch", "sample.nosuch + sample.nosuch2", "defined(sample.nosuch) ? sample.nosuch : 1", "sample.nosuch[bin-100]", "sample.bin[nosuch]", "rescale(sample.nosuch, \"byte\")", "rescale(sample.bin, \"byte\")",
		"sample.lights", "sample.lights + 1", "delta(sample.lights)", "sample.bin + sample.colour", "sample.drift + sample.seconds", "matchinst(/bin/, sample.drift)", "scalar(sample.drift)", "sample.bin && sample.colour", "sample.seconds", "x.own", "x.own + 1", "x.all", "event.flags",
	}
	path := filepath.Join(archives, "ok-foo")
	inEachRelease(t, "derived.c", func(t *testing.T, c program) {
		for _, line := range lines {
			t.Run(line, func(t *testing.T) {
				want, err := c.command(t, path, line).Output()
				if err != nil {
					t.Logf("%v: libpcp (C) uses memory that it has freed", err)
					return
				}
				// C libraries have had two texts for [.
				bracket := strings.NewReplacer("'Invalid regular expression'", "'Unmatched [, [^, [:, [., or [='")
				same(t, bracket.Replace(string(want)), bracket.Replace(define(t, c.release(), path, line)))
			})
		}
	}, archives)
}

// define defines a metric as testdata/derived.c does.
func define(t *testing.T, r release.Release, path, line string) string {
	t.Helper()
	a, err := archive.Open(t.Context(), path, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defs := derive.New(io.Discard)
	defs.SetRelease(r)
	src := derive.Wrap(a, defs)
	defer src.Close()
	text := "0 \n"
	if err := derive.Add(t.Context(), src, "x.own", line); err != nil {
		text = fmt.Sprintf("%d %s\n", int(libpcp.Code(err)), derive.AppendAddReport(nil, err, "x.own", line))
	}
	c := libpcp.NewContext(src)
	ids, err := c.Lookup(t.Context(), "x.own")
	if err != nil {
		text += fmt.Sprintf("name %d\n", int(libpcp.Code(err)))
	} else {
		_, err := c.Desc(t.Context(), ids[0])
		text += fmt.Sprintf("name 1, descriptor %d\n", int(libpcp.Code(err)))
	}
	var syntax *derive.SyntaxError
	if err := defs.Register("x.all", line); errors.As(err, &syntax) {
		return text + fmt.Sprintf("-1 %s\n", syntax.AppendReport(nil, "x.all", line))
	}
	return text + "0 \n"
}
