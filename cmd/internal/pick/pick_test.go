package pick

import (
	"math"
	"strings"
	"testing"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// values are some of instances named a, b, c and so on, by number from 0.
func values(atoms ...libpcp.Atom) *report.List[report.Value] {
	return &report.List[report.Value]{Len: len(atoms), All: func(yield func(*report.Value) bool) {
		for i := range atoms {
			inst := report.Instance{ID: int32(i), Name: string(rune('a' + i)), Named: true}
			if !yield(&report.Value{Instance: &inst, Atom: &atoms[i]}) {
				return
			}
		}
	}}
}

// names are those of the instances that are left of values.
func names(p *Pick, list *report.List[report.Value]) string {
	n := list.Len
	m := report.Metric{Values: list, Count: &n}
	if !p.Apply(&m, new(tool.Strict)) {
		return "none"
	}
	var b strings.Builder
	for v := range m.Values.All {
		b.WriteString(v.Instance.Name)
	}
	if *m.Count != b.Len() || m.Values.Len != b.Len() {
		return "wrong count"
	}
	return b.String()
}

func TestWhere(t *testing.T) {
	numbers := values(libpcp.Int32Atom(-2), libpcp.DoubleAtom(0.5), libpcp.Uint64Atom(5), libpcp.DoubleAtom(math.NaN()),
		libpcp.Uint64Atom(math.MaxUint64), libpcp.StringAtom("five"), libpcp.Uint64Atom(math.MaxUint64-1))
	for _, test := range []struct{ text, want string }{
		{"value > 5", "eg"},
		{"value >= 5.0", "ceg"},
		{"value<0", "a"},
		{"value <= 50%", "ab"},
		{"value = 18446744073709551615", "e"},
		{"value < 18446744073709551615", "abcg"},
		{"value != 5", "abefg"},
		{"not value > 0", "adf"},
		{"!(value > 0) && instance != d", "af"},
		{"value = five or value = -2", "af"},
		{"value = '5'", "none"},
		{"value = 5GB or value > '5GB'", "f"},
		{`value ~ "f*" || value ~ 5`, "cf"},
		{"instance ~ '[ab]' and id >= 1", "b"},
		{"instance !~ '[a-e]'", "fg"},
		{"id ~ [01]", "ab"},
		{"id = 1 or id = 2 and value > 100", "b"},
		{"(id = 1 or id = 2) and value > 1", "c"},
		{"instance == 'a'", "a"},
		{"value > 1e300", "none"},
	} {
		p := &Pick{}
		if err := p.limit(test.text); err != nil {
			t.Errorf("%s: %v", test.text, err)
		} else if got := names(p, numbers); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

func TestConditionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "value, instance, id or changed is expected, at character 1",
		"vlaue > 5":                  "value, instance, id or changed is expected, at character 1",
		"value":                      "one of = != < <= > >= ~ !~ is expected, at character 6",
		"value >":                    "a number or a text is expected, at character 8",
		"value > > 5":                "a number or a text is expected, at character 9",
		"value > 5 6":                "and, or, or the end is expected, at character 11",
		"value > 5GB":                "a number without its unit, which --units sets, or a text in quotes is expected, at character 9",
		"(value > 5":                 ") is expected, at character 11",
		"value > 5 and":              "value, instance, id or changed is expected, at character 14",
		"value & 5":                  "& is no operator, at character 7",
		"instance = 'ä' x":           "and, or, or the end is expected, at character 16",
		"instance = 'sd":             "there is no quotation mark at the end, at character 12",
		"id > many":                  "a number is expected, at character 6",
		strings.Repeat("!", 1000):    "this is nested too deep, at character 101",
		strings.Repeat("(", 1000000): "this is nested too deep, at character 101",
	} {
		if _, _, err := parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %.100v, want %s", text, err, want)
		}
	}
}

func TestOrder(t *testing.T) {
	list := values(libpcp.Int64Atom(3), libpcp.DoubleAtom(math.NaN()), libpcp.StringAtom("x"), libpcp.Int64Atom(-7),
		libpcp.Int64Atom(math.MaxInt64), libpcp.Int64Atom(math.MaxInt64-1), libpcp.Int64Atom(3))
	for _, test := range []struct {
		top  int
		sort string
		want string
	}{
		{0, "value", "dagfecb"},
		{0, "-value", "efagdcb"},
		{3, "", "efa"},
		{2, "value", "da"},
		{2, "-instance", "gf"},
		{9, "id", "abcdefg"},
	} {
		p := &Pick{Top: test.top}
		if test.sort != "" {
			if err := p.sortBy(test.sort); err != nil {
				t.Fatal(err)
			}
		}
		if got := names(p, list); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
	if err := new(Pick).sortBy("size"); err == nil {
		t.Error("an unknown field is none")
	}
}

// TestManyValues takes the greatest of more values than are kept.
func TestManyValues(t *testing.T) {
	atoms := make([]libpcp.Atom, 10000)
	for i := range atoms {
		atoms[i] = libpcp.Int32Atom(int32(i * 7919 % len(atoms)))
	}
	m := report.Metric{Values: values(atoms...)}
	(&Pick{Top: 3}).Apply(&m, new(tool.Strict))
	for i, v := range m.Values.Slice() {
		if v.Atom.Int64() != int64(9999-i) {
			t.Errorf("%d: %v", i, v.Atom)
		}
	}
}

func FuzzCondition(f *testing.F) {
	for _, seed := range []string{"value > 5", "!(id = 1 or instance ~ 's*') && value <= 1.5%", `value != "x`, "((((", "not not id=0"} {
		f.Add(seed)
	}
	all := values(libpcp.Int32Atom(-2), libpcp.StringAtom("five"), libpcp.DoubleAtom(0.5))
	f.Fuzz(func(t *testing.T, text string) {
		c, _, err := parse(text)
		if (err == nil) == (c == nil) {
			t.Fatalf("%q: %v", text, err)
		}
		if err != nil {
			return
		}
		opposite, _, err := parse("!(" + text + ")")
		if err != nil { // it may have become too deep
			return
		}
		for v := range all.All {
			if c(v) == opposite(v) {
				t.Errorf("%q holds as its opposite does", text)
			}
		}
	})
}

// TestChanged selects what is another value than the last time.
func TestChanged(t *testing.T) {
	var p Pick
	if err := p.limit("changed and not instance = b"); err != nil || !p.Changes() {
		t.Fatal(err)
	}
	memory := p.Memory()
	desc := &libpcp.Desc{Type: libpcp.TypeString}
	look := func(rate bool, values ...string) (changed string) {
		m := report.Metric{Name: "m", Desc: desc, Rate: rate, Values: report.ListOf[report.Value]()}
		for i, text := range values {
			atom := libpcp.StringAtom(text)
			if rate {
				atom = libpcp.DoubleAtom(float64(len(text)))
			}
			m.Values = report.ListOf(append(m.Values.Slice(), report.Value{Atom: &atom,
				Instance: &report.Instance{ID: int32(i), Name: string(rune('a' + i)), Named: true}})...)
		}
		memory.Next()
		memory.Mark(&m)
		p.Apply(&m, new(tool.Strict))
		for v := range m.Values.All {
			changed += v.Instance.Name
			if v.Old != nil {
				changed += "(" + v.Old.Text() + ")"
			}
		}
		return changed
	}
	for i, test := range []struct {
		rate   bool
		values []string
		want   string
	}{
		{false, []string{"1", "1", "1"}, ""},
		{false, []string{"2", "2", "1", "1"}, "a(1)d"},
		{false, []string{"2", "1"}, ""},
		{false, []string{"2", "1", "1"}, "c"},
		{true, []string{"", "x", "xx"}, "c"},
		{true, []string{"", "x", "xx"}, "c"},
	} {
		if got := look(test.rate, test.values...); got != test.want {
			t.Errorf("%d: %q, want %q", i, got, test.want)
		}
	}
	if (&Pick{}).Memory() != nil {
		t.Error("a memory without need")
	}
}
