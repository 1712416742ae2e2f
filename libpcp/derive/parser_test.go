package derive

import (
	"errors"
	"io"
	"pcptools/libpcp/release"
	"strconv"
	"strings"
	"testing"

	_ "embed"
)

// syntaxTable holds expressions and what pmRegisterDerived(3) says of them:
// ok, or the position of the error and the message.
//
//go:embed testdata/syntax.txt
var syntaxTable string

func TestSyntax(t *testing.T) {
	for line := range strings.Lines(syntaxTable) {
		quoted, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		src := unquote(t, quoted)
		if got := verdict(src); got != want {
			t.Errorf("%s: %s, want %s", quoted, got, want)
		}
	}
}

func unquote(t *testing.T, s string) string {
	t.Helper()
	s, err := strconv.Unquote(s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// classic is the release that the tables are of.
var classic = release.Of(release.Version{Major: 6, Minor: 0, Patch: 3})

func newClassic(messages io.Writer) *Definitions {
	d := New(messages)
	d.SetRelease(classic)
	return d
}

func verdict(src string) string {
	_, err := parse(src, &language{Release: classic}, nil)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return "ok"
	}
	return strconv.Itoa(syntax.Pos) + " " + syntax.Message
}
