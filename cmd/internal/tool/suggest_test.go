package tool

import (
	"bytes"
	"strings"
	"testing"

	"pcptools/libpcp/getopt"
)

// TestSuggested names options that may be meant, in place of the usage text, to a
// user at a terminal; everybody else gets what PCP's tools print.
func TestSuggested(t *testing.T) {
	const usage = "Usage: x [options]\n"
	for word, want := range map[string]string{
		"--wacth":      "Did you mean --watch?\n",
		"--wacth=2":    "Did you mean --watch?\n",
		"--wat":        "Did you mean --watch?\n",
		"--fomrat=csv": "Did you mean --format?\n",
		"--pxrt":       "Did you mean --part or --port?\n",
		"--hosst":      "Did you mean --host?\n",
		"--table":      "Did you mean --format=table?\n",
		"-o table":     "Did you mean --format=table?\n",
		"--unheard":    usage,
		"--w":          usage,
		"-q":           usage,
		"-o wide":      usage,
	} {
		spec := &getopt.Spec{Synopsis: "[options]", Extra: []getopt.Option{
			{Long: "watch", Arg: "N", Default: "2", Exact: true, Value: getopt.Ignore()}, {Long: "format", Arg: "F", Exact: true, Value: getopt.Ignore(), Complete: getopt.OneOf("table")},
			{Long: "port", Exact: true, Value: getopt.Ignore()}, {Long: "part", Exact: true, Value: getopt.Ignore()}},
			Groups: []getopt.Group{{Options: []getopt.Option{{Long: "host", Arg: "H", Value: getopt.Ignore(), Hidden: word != "--hosst"}, {Long: "secret", Hidden: true, Value: getopt.Ignore()}}}}}
		text := func(terminal bool) string {
			var out bytes.Buffer
			env := &Env{Name: "x", Stdout: NewOutput(new(bytes.Buffer), false), Stderr: &out}
			if terminal {
				env.talk(&out)
			}
			_, err := parse(spec, env, strings.Fields(word))
			if Report(env, err) != 1 {
				t.Errorf("%s: %v", word, err)
			}
			return out.String()
		}
		got := text(true)
		problem, rest, _ := strings.Cut(got, "\n")
		if repeated := strings.HasSuffix(got, "\n\n"+problem+"\n"); repeated != (want == usage) {
			t.Errorf("%s: the error is repeated: %v\n%s", word, repeated, got)
		}
		if !strings.HasPrefix(rest, want) || strings.Count(rest, "Did") > strings.Count(want, "Did") {
			t.Errorf("%s: %s", word, got)
		}
		if got := text(false); strings.Contains(got, "Did") || !strings.Contains(got, usage) {
			t.Errorf("%s, not on a terminal: %s", word, got)
		}
	}
}
