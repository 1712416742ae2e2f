package pmda

import (
	"errors"
	"io"
	"slices"
	"testing"

	"pcptools/libpcp/getopt"
)

// TestOperands has a daemon take what is no option, or refuse it.
func TestOperands(t *testing.T) {
	var got []string
	d := &Daemon{Agent: &Agent{Name: "a", Domain: 1}, Operands: func(args []string) error {
		if got = args; len(args) == 0 {
			return errors.New("nothing to do")
		}
		return nil
	}}
	d.name = "pmdaa"
	parse := func(words ...string) error {
		return d.parse(&getopt.Invocation{Name: d.name, Stderr: io.Discard}, words)
	}
	if err := parse("one", "-d", "7", "two"); err != nil || !slices.Equal(got, []string{"one", "two"}) || d.domain != 7 {
		t.Errorf("%q, %v, domain %d", got, err, d.domain)
	}
	var exit *getopt.Exit
	if err := parse("-d", "7"); !errors.As(err, &exit) || exit.Text != "pmdaa: nothing to do\n" {
		t.Errorf("without: %v", err)
	}
	if err := parse("--install-files", t.TempDir()); err != nil {
		t.Errorf("files without: %v", err)
	}
}
