package metricset

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
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
	if names := strings.Join(l.Names(), " "); names != "a iostat netstat-i pidstat sar-u vmstat" {
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
	l := library(t, strings.Repeat("#", maxFile+1))
	if names := l.Names(); len(names) != 5 {
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
