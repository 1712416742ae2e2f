package derive

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	_ "embed"

	"pcptools/libpcp"
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

// classic is the dialect of 6.0.3, of which the tables are.
var classic = Dialect{
	NoNovalue: true, NameArguments: true, WrappedRates: true, ListUnbound: true,
	NoIndomTag: true, BareNovalue: true, NoControl: true,
	Units: libpcp.UnitsNotation{NoExtra: true},
}

func newClassic(messages io.Writer) *Definitions {
	d := New(messages)
	d.SetDialect(classic)
	return d
}

func verdict(src string) string {
	_, err := parse(src, &language{Dialect: classic}, nil)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return "ok"
	}
	return strconv.Itoa(syntax.Pos) + " " + syntax.Message
}
