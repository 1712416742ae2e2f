package report

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// An exposedSample is the value of a series.
type exposedSample struct {
	Value float64
	Time  string // as it is written; "" if it is not there
}

const metricName = `[a-zA-Z_:][a-zA-Z0-9_:]*`

var (
	exposedLine   = regexp.MustCompile(`^(` + metricName + `)(?:\{(.*)\})? (\S+)(?: (\S+))?$`)
	aboutFamily   = regexp.MustCompile(`^# (TYPE|UNIT|HELP) (` + metricName + `) (.*)$`)
	labelPair     = regexp.MustCompile(`^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\n"])*)"(?:,|$)`)
	escapedHelp   = regexp.MustCompile(`^(?:[^\\]|\\[\\n"])*$`)
	exposedNumber = regexp.MustCompile(`^(?:NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$`)
	unescapeLabel = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\"`, `"`)
)

// familyTypes are the types of families, and what the names of their samples end in.
var familyTypes = map[Format]map[string]string{
	OpenMetrics: {"counter": "_total", "gauge": "", "info": "_info", "unknown": "", "stateset": ""},
	Prometheus:  {"counter": "", "gauge": "", "untyped": ""},
}

// readExposed reads a text in a format, OpenMetrics or Prometheus, and refuses what the
// format does not allow. (Make verify has promtool read such texts.) It returns the samples
// by series, {__name__="NAME", LABEL="VALUE", …}, with labels in the order of their names.
func readExposed(f Format, text string) (map[string]exposedSample, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("it is not UTF-8")
	}
	if f == OpenMetrics {
		rest, ok := strings.CutSuffix(text, "# EOF\n")
		if !ok {
			return nil, errors.New("it does not end in # EOF")
		}
		text = rest
	}
	r := exposedReader{format: f, samples: make(map[string]exposedSample), families: make(map[string]bool)}
	for line := range strings.Lines(text) {
		if err := r.line(strings.TrimSuffix(line, "\n")); err != nil {
			return nil, fmt.Errorf("%w: %q", err, line)
		}
	}
	return r.samples, nil
}

type exposedReader struct {
	format   Format
	samples  map[string]exposedSample
	families map[string]bool
	family   string            // the one that lines are about
	meta     map[string]string // TYPE, UNIT and HELP of it
}

func (r *exposedReader) line(line string) error {
	if m := aboutFamily.FindStringSubmatch(line); m != nil {
		return r.describe(m[1], m[2], m[3])
	}
	m := exposedLine.FindStringSubmatch(line)
	if m == nil {
		return errors.New("neither a sample nor a description")
	}
	if suffix := familyTypes[r.format][r.meta["TYPE"]]; m[1] != r.family+suffix {
		return fmt.Errorf("a sample of another family than %s, a %s", r.family, r.meta["TYPE"])
	}
	labels, err := readLabels(m[2])
	if err != nil {
		return err
	}
	if !exposedNumber.MatchString(m[3]) || m[4] != "" && !exposedNumber.MatchString(m[4]) {
		return errors.New("no number")
	}
	value, err := strconv.ParseFloat(m[3], 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return err
	}
	labels["__name__"] = m[1]
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		pairs = append(pairs, fmt.Sprintf("%s=%q", name, labels[name]))
	}
	series := "{" + strings.Join(pairs, ", ") + "}"
	if _, twice := r.samples[series]; twice {
		return errors.New("a series that is there twice")
	}
	r.samples[series] = exposedSample{value, m[4]}
	return nil
}

// describe takes a line about a family. The first one begins it.
func (r *exposedReader) describe(what, family, text string) error {
	if family != r.family {
		if r.families[family] {
			return errors.New("a family in two pieces")
		}
		r.families[family] = true
		r.family, r.meta = family, make(map[string]string)
	}
	if _, twice := r.meta[what]; twice {
		return errors.New("said twice")
	}
	r.meta[what] = text
	_, isType := familyTypes[r.format][text]
	switch {
	case what == "TYPE" && !isType:
		return errors.New("no type")
	case what == "UNIT" && (r.format != OpenMetrics || !strings.HasSuffix(family, "_"+text)):
		return errors.New("a unit that is not in the name")
	case what == "HELP" && !escapedHelp.MatchString(text):
		return errors.New("a help text that is not escaped")
	}
	return nil
}

func readLabels(text string) (map[string]string, error) {
	labels := make(map[string]string)
	for text != "" {
		m := labelPair.FindStringSubmatch(text)
		if m == nil {
			return nil, errors.New("no label")
		}
		if _, twice := labels[m[1]]; twice {
			return nil, errors.New("a label that is there twice")
		}
		labels[m[1]] = unescapeLabel.Replace(m[2])
		text = text[len(m[0]):]
	}
	return labels, nil
}

func TestReadExposed(t *testing.T) {
	const text = `# HELP a_seconds How \\ it \n ends.
# TYPE a_seconds counter
# UNIT a_seconds seconds
a_seconds_total{z="1",b="x\"\\\ny"} 1.5e3 1000.25
a_seconds_total -Inf
# TYPE b gauge
b NaN
# EOF
`
	want := map[string]exposedSample{
		`{__name__="a_seconds_total", b="x\"\\\ny", z="1"}`: {1500, "1000.25"},
		`{__name__="a_seconds_total"}`:                      {math.Inf(-1), ""},
		`{__name__="b"}`:                                    {math.NaN(), ""},
	}
	got, err := readExposed(OpenMetrics, text)
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := readExposed(Prometheus, "# HELP a b\n# TYPE a untyped\na{b=\"c\"} 1 2\n"); err != nil || len(got) != 1 {
		t.Errorf("the older format: %v, %v", got, err)
	}
}

func TestExposedRefused(t *testing.T) {
	const a = "# TYPE a gauge\n"
	for text, f := range map[string]Format{
		"":                               OpenMetrics,
		a + "a 1\n":                      OpenMetrics, // without an end
		a + "a 1\n# EOF\na 2\n":          OpenMetrics,
		"# TYPE a counter\na 1\n# EOF\n": OpenMetrics,
		"# UNIT a seconds\na 1\n# EOF\n": OpenMetrics,
		"# TYPE a untyped\na 1\n# EOF\n": OpenMetrics,
		a + a + "a 1\n":                  Prometheus,
		a + "a 1\na 1\n":                 Prometheus,
		a + "a 1\n# TYPE b gauge\n" + a:  Prometheus,
		a + "b 1\n":                      Prometheus,
		a + "a  1\n":                     Prometheus,
		a + "a 1 \n":                     Prometheus,
		a + "a 0x1\n":                    Prometheus,
		a + "a{} 1 x\n":                  Prometheus,
		a + "a{b=\"c\",b=\"d\"} 1\n":     Prometheus,
		a + "a{b=\"c\" d=\"e\"} 1\n":     Prometheus,
		a + "a{b.c=\"d\"} 1\n":           Prometheus,
		a + "a{b=\"\\t\"} 1\n":           Prometheus,
		a + "a{b=\"\xff\"} 1\n":          Prometheus,
		a + "a.b 1\n":                    Prometheus,
		"# HELP a \\t\n":                 Prometheus,
		"# TYPE a info\na_info 1\n":      Prometheus,
		"# UNIT a_seconds seconds\n":     Prometheus,
		"# EOF\n":                        Prometheus,
	} {
		if got, err := readExposed(f, text); err == nil {
			t.Errorf("%v: %q is %v", f, text, got)
		}
	}
}
