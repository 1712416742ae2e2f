package metricset

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

const example = `# a comment
[options]
width = 9
predicate = x

[disks]
unitinfo = no
colxrow = "   Device"
precision = 1
disk.dev.read = r/s,sd.*|nvme0n1,,,7
util = 100%%,,,,
util.formula = 100 *
  rate(disk.dev.avactive)
load : kernel.all.load
load.label = load
load.type = raw
load.limit = 5
disk.dev.read_bytes =

[alias]
set = postgresql

[broken]
disk.dev.read
[other]
a.b = ,,,,x
[undeclared]
x.formula = 1
[badname]
x = no such name
[badoption]
unitinfo = perhaps
[empty]
header = no
`

func library(t *testing.T, text string) Library {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "some.conf"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return Library{filepath.Join(dir, "missing.conf"), dir}
}

// TestFind reads reports, whose sections do not spoil each other.
func TestFind(t *testing.T) {
	l := library(t, example)
	got, err := l.Find("disks")
	want := &Set{Name: "disks", Rows: "Device", Ignored: []string{"predicate", "limit of kernel.all.load"}, Metrics: []*Metric{
		{Name: "disk.dev.read", Label: "r/s", Instances: []string{"sd*", "nvme0n1"}, Width: 7, Precision: 1},
		{Name: "util", Label: "100%", Formula: "100 * rate(disk.dev.avactive)", Width: 9, Precision: 1},
		{Name: "kernel.all.load", Label: "load", Raw: true, Width: 9, Precision: 1},
		{Name: "disk.dev.read_bytes", Width: 9, Precision: 1},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v", err, got)
		for _, m := range got.Metrics {
			t.Logf("%+v", m)
		}
	}
	if got, err := l.Find("alias"); err != nil || got.Metrics[0].Name != "postgresql" || !got.Units {
		t.Errorf("%v: %+v", err, got)
	}
	for name, want := range map[string]string{
		"broken": "some.conf:24: a setting is KEY = VALUE", "other": `some.conf:26: "x" is no number`,
		"undeclared": `some.conf:28: nothing above declares "x"`, "badname": `some.conf:30: "no such name" is no name`,
		"badoption": "neither yes nor no", "empty": "[empty] has no metrics",
		"options": "there is no report :options", "nosuch": "there is no report :nosuch",
	} {
		if _, err := l.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestOptions has each key of pmrep.conf(5) in [options], in a report, and in both,
// where the report's counts.
func TestOptions(t *testing.T) {
	plain := func(change func(*Set, *Metric)) *Set {
		m := &Metric{Name: "a.b", Precision: 3}
		set := &Set{Name: "r", Units: true, Metrics: []*Metric{m}}
		if change != nil {
			change(set, m)
		}
		return set
	}
	type test struct {
		value, other string
		want         *Set
	}
	tests := map[string]test{
		"colxrow":     {`"  x y "`, "z", plain(func(s *Set, _ *Metric) { s.Rows = "x y" })},
		"sort_metric": {"a.b", "-c.d", plain(func(s *Set, _ *Metric) { s.Sort = "-a.b" })}, // the greatest first
		"heading":     {"a.b", "", plain(func(_ *Set, m *Metric) { m.Heading = true })},
		"unitinfo":    {"Off", "on", plain(func(s *Set, _ *Metric) { s.Units = false })},
		"width":       {"0", "7", plain(nil)}, "width_force": {"1000", "7", plain(func(_ *Set, m *Metric) { m.Width = 1000 })},
		"precision": {"0", "9", plain(func(_ *Set, m *Metric) { m.Precision = 0 })}, "precision_force": {"5", "9", plain(func(_ *Set, m *Metric) { m.Precision = 5 })},
		"type": {"raw", "none", plain(func(_ *Set, m *Metric) { m.Raw = true })}, "type_prefer": {"rate", "raw", plain(nil)},
		"instances": {"^x$|y.z", "w", plain(func(_ *Set, m *Metric) { m.Instances = []string{"x", "y?z"} })},
	}
	for _, key := range strings.Fields(`version source output header instinfo globals timestamp samples interval delay delimiter
		extcsv extheader fixed_header repeat_header dynamic_header separate_header timefmt include_labels include_texts
		ignore_incompat ignore_unknown names_change daemonize interpol`) {
		tests[key] = test{"1", "2", plain(nil)}
	}
	for _, key := range strings.Fields(`speclocal derived live_filter rank overall_rank overall_rank_alt limit_filter
		limit_filter_force invert_filter predicate omit_flat count_scale count_scale_force space_scale space_scale_force
		time_scale time_scale_force`) {
		tests[key] = test{"1", "", plain(func(s *Set, _ *Metric) { s.Ignored = []string{key} })}
	}
	for key, test := range tests {
		line, other := key+" = "+test.value+"\n", key+" = "+test.other+"\n"
		if test.other == "" {
			other = "# " + other
		}
		for _, text := range []string{"[options]\n" + line + "[r]\na.b =\n", "[r]\n" + line + "a.b =\n", "[r]\na.b =\n" + line,
			"[options]\n" + other + "[r]\n" + line + "a.b =\n"} {
			if got, err := library(t, text).Find("r"); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%q: %+v, %v; want %+v", text, got, err, test.want)
			}
		}
	}
	for _, key := range strings.Fields("unitinfo width width_force precision precision_force instances") {
		if got, err := library(t, "[r]\n"+key+" = a[bc]\na.b =\n").Find("r"); err == nil || !strings.Contains(err.Error(), "a[bc]") {
			t.Errorf("bad %s: %+v, %v", key, got, err)
		}
	}
	for _, key := range []string{"unknown", "a.b"} {
		if _, err := library(t, "[options]\n"+key+" = 1\n[r]\na.b =\n").Find("r"); err == nil || !strings.Contains(err.Error(), "there is no option") {
			t.Errorf("%s in [options]: %v", key, err)
		}
	}
}

// TestSortAscending has the metric of an order from the least value on.
func TestSortAscending(t *testing.T) {
	if got, err := library(t, "[r]\nsort_metric = -a.b\na.b =\n").Find("r"); err != nil || got.Sort != "a.b" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSpecifiers has each specifier of a metric, in lines of their own and in the
// compact form.
func TestSpecifiers(t *testing.T) {
	for text, want := range map[string]*Metric{
		"x = a.b\nx.label = l, m\n":                             {Name: "a.b", Label: "l, m", Precision: 3},
		"x = a.b\nx.instances = p|q\n":                          {Name: "a.b", Instances: []string{"p", "q"}, Precision: 3},
		"x = a.b\nx.unit = KB\n":                                {Name: "a.b", Unit: "KB", Precision: 3},
		"x = a.b\nx.type = raw\n":                               {Name: "a.b", Raw: true, Precision: 3},
		"x = a.b\nx.type = rate\n":                              {Name: "a.b", Precision: 3},
		"x = a.b\nx.width = 12\n":                               {Name: "a.b", Width: 12, Precision: 3},
		"x = a.b\nx.precision = 0\n":                            {Name: "a.b"},
		"x = a.b\nx.formula = 1 + 2\n":                          {Name: "a.b", Formula: "1 + 2", Precision: 3},
		"a.b = l,p,KB,raw,12,1\n":                               {Name: "a.b", Label: "l", Instances: []string{"p"}, Unit: "KB", Raw: true, Width: 12, Precision: 1},
		"a.b = ,,,,,\n":                                         {Name: "a.b", Precision: 3},
		"a.b = old,,,,5\na.b = new,\n":                          {Name: "a.b", Label: "new", Precision: 3},
		"x = a.b\nx = c.d\n":                                    {Name: "c.d", Precision: 3},
		"x : a.b\n":                                             {Name: "a.b", Precision: 3},
		"a.b.label = c,\n":                                      {Name: "a.b.label", Label: "c", Precision: 3},
		"width = 6\nprecision = 2\ntype = raw\na.b = l,,,,,0\n": {Name: "a.b", Label: "l", Raw: true, Width: 6},
		"instances = p\na.b = l,q\n":                            {Name: "a.b", Label: "l", Instances: []string{"q"}, Precision: 3},
	} {
		got, err := library(t, "[r]\n"+text).Find("r")
		if err != nil || len(got.Metrics) != 1 || len(got.Ignored) > 0 {
			t.Errorf("%q: %+v, %v", text, got, err)
			continue
		}
		if m := got.Metrics[0]; !reflect.DeepEqual(m, want) {
			t.Errorf("%q: %+v, want %+v", text, m, want)
		}
	}
	for text, want := range map[string]string{
		"x = a.b\nx.width = 1001\n": `"1001" is no number from 0 to 1000`, "x = a.b\nx.precision = -1\n": `"-1" is no number`,
		"x = a.b\nx.instances = a[bc]\n": "neither names nor simple patterns", "a.b = l,(\n": "neither names nor simple patterns",
		"a-b = l,\n": "is no name of a metric", "x.formula = 1\n": "nothing above declares",
		"heading = x\na.b =\n": `has no metric "x"`,
		" x\n":                 "there is no setting above", "= x\n": "a setting is KEY = VALUE",
	} {
		if got, err := library(t, "[r]\n"+text).Find("r"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v; want %s", text, got, err, want)
		}
	}
}

// TestOrder prefers the last section of a place, and the first place.
func TestOrder(t *testing.T) {
	first, second := library(t, "[a]\nx.y = 1\n[a]\nx.z = 2\n"), library(t, "[a]\nno.no =\n[vmstat]\nm.n =\n")
	l := append(first, second...)
	if set, err := l.Find("a"); err != nil || set.Metrics[0].Name != "x.z" {
		t.Errorf("%v: %+v", err, set)
	}
	if set, err := l.Find("vmstat"); err != nil || set.Metrics[0].Name != "m.n" {
		t.Errorf("%v: %+v", err, set)
	}
	if names := strings.Join(l.Names(), " "); names != "a iostat netstat-i node pidstat sar-u top vmstat" {
		t.Error(names)
	}
}

// TestBuiltin reads what is built in.
func TestBuiltin(t *testing.T) {
	for _, name := range (Library{}).Names() {
		if set, err := (Library{}).Find(name); err != nil || len(set.Ignored) > 0 {
			t.Errorf("%s: %v %v", name, err, set)
		}
	}
}

// TestLongFile refuses a file that is longer than any of use.
func TestLongFile(t *testing.T) {
	l := library(t, strings.Repeat("#", maxBytes+1))
	if names := l.Names(); len(names) != 7 {
		t.Error(names)
	}
	if s := parse("f", "[a]\n"+strings.Repeat("x.y = z\n", maxSettings+1)); s[0].err == nil || len(s[0].settings) != maxSettings {
		t.Errorf("%v, %d settings", s[0].err, len(s[0].settings))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(example)
	f.Add(builtin)
	f.Add("x\n[a\n[a]\n y\n=\nb:\n")
	f.Fuzz(func(t *testing.T, text string) {
		sections := parse("f", text)
		for _, s := range sections {
			set, err := read("f", sections[0], s)
			if (set == nil) == (err == nil) {
				t.Fatalf("%+v, %v", set, err)
			}
			if err != nil {
				continue
			}
			for _, m := range set.Metrics {
				if !valid(m.Name) || m.Width < 0 || m.Precision < 0 {
					t.Errorf("%+v", m)
				}
			}
		}
	})
}

// TestLongValue reads a setting that is continued in as many lines as a file may have, in
// time that is in proportion to them.
func TestLongValue(t *testing.T) {
	began := time.Now()
	const lines = maxBytes/3 - 10
	sections := parse("f", "[a]\nk = x\n"+strings.Repeat(" y\n", lines))
	if got := sections[0].settings[0].value; len(got) != 1+2*lines || !strings.HasPrefix(got, "x y y") {
		t.Errorf("%d bytes: %.20s", len(got), got)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestLongDirectory has files that are too long together: those up to the limit are read.
func TestLongDirectory(t *testing.T) {
	dir := t.TempDir()
	for i := range 4 {
		text := fmt.Sprintf("[r%d]\nm = kernel.all.load\n#", i) + strings.Repeat("x", maxBytes/3)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".conf")), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	held := 0
	for _, f := range files(dir) {
		for _, s := range f.sections {
			if s.err == nil {
				held++
			} else if !strings.Contains(s.err.Error(), "with the files before it") {
				t.Error(s.err)
			}
		}
	}
	if held != 2 {
		t.Errorf("%d files are read", held)
	}
}

// TestSectionHeads has sections whose head is wrong, and one that is right.
func TestSectionHeads(t *testing.T) {
	for head, right := range map[string]bool{"[a]": true, "[a] ": true, "[]": false, "[a": false, "[": false, "[a] b": false, "[a]]": false, "a.b = c": false} {
		if s := parse("f", head+"\n"); len(s) != 1 || (s[0].err == nil) != right {
			t.Errorf("%q: %+v", head, s)
		}
	}
}
