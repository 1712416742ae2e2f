package derive

import (
	"errors"
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

func verdict(src string) string {
	var patterns bool
	_, err := parse(src, &patterns, nil)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return "ok"
	}
	return strconv.Itoa(syntax.Pos) + " " + syntax.Message
}
