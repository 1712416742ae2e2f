package source

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp/options"
)

// give gives --hosts or --archives a list.
func give(t *testing.T, c *options.Choice, list string) {
	t.Helper()
	o := c.HostsOption()
	if c.Kind == options.Archive {
		o = c.ArchivesOption()
	}
	if err := o.Value.Set(list); err != nil {
		t.Fatal(err)
	}
}

func TestNamesOfSeveral(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(file, []byte("\ufeffweb1\n# all of them\n web2:44321 # here\n\nweb1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for lists, want := range map[string][]string{
		"a,b,c":                      {"a", "b", "c"},
		"a,,b,":                      {"a", "b"},
		"a:44321,44322,b":            {"a:44321,44322", "b"},
		"10.0.0.1,2":                 {"10.0.0.1", "2"},
		"@" + file:                   {"web1", "web2:44321"},
		"web2:44321 @" + file + " x": {"web2:44321", "web1", "x"},
		"-":                          {"in1", "in2"},
		"@" + file + ",x,-":          {"web1", "web2:44321", "x", "in1", "in2"},
		"web[08-11]":                 {"web08", "web09", "web10", "web11"},
		"r[a-b]x[1,3-4]:44321,44322": {"rax1:44321,44322", "rax3:44321,44322", "rax4:44321,44322", "rbx1:44321,44322", "rbx3:44321,44322", "rbx4:44321,44322"},
		"[::1],[::1]:4432[1-2]":      {"[::1]", "[::1]:44321", "[::1]:44322"},
		"pcp:[::1],a@[::1],a[1]":     {"pcp:[::1]", "a@[::1]", "a1"},
		"a[1-2]?user=x&pass=[1-9],b": {"a1?user=x&pass=[1-9]", "a2?user=x&pass=[1-9]", "b"},
		"http://u:[*]@w[1-2]":        {"http://u:[*]@w1", "http://u:[*]@w2"},
		"pcp://w[1-2] w1":            {"pcp://w1", "pcp://w2", "w1"},
	} {
		s := options.Choice{Kind: options.Host}
		for list := range strings.FieldsSeq(lists) {
			give(t, &s, list)
		}
		names, err := Names(&s, strings.NewReader("in1\nin2"))
		if err != nil || !slices.Equal(names, want) {
			t.Errorf("%s: %q, %v; want %q", lists, names, err, want)
		}
	}
}

// endless is names without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	return copy(b, "a # "+strings.Repeat("b", 1000)+"\n"), nil
}

// TestNamesWithoutEnd has lists that are no lists of names.
func TestNamesWithoutEnd(t *testing.T) {
	for _, test := range []struct {
		list, want string
		stdin      io.Reader
	}{
		{"-", "standard input: more than 16 MiB of names", endless{}},
		{"-", "standard input: line 2 is too long for a name", strings.NewReader("a\n" + strings.Repeat("b", 1<<20))},
		{"@/dev/zero", "/dev/zero: line 1 is too long for a name", nil},
	} {
		s := options.Choice{Kind: options.Host}
		give(t, &s, test.list)
		if _, err := Names(&s, test.stdin); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.list, err, test.want)
		}
	}
}

func TestNamesOfNoFile(t *testing.T) {
	s := options.Choice{Kind: options.Host}
	give(t, &s, "@/no/such/file")
	if _, err := Names(&s, nil); err == nil || err.Error() != "/no/such/file: No such file or directory" {
		t.Errorf("%v", err)
	}
}

// TestNoRanges has lists that stand for no hosts, or for too many.
func TestNoRanges(t *testing.T) {
	for list, want := range map[string]string{
		"localhost:4432*":    `localhost:4432*: a host has no '*' in its name: ranges are such as web[01-20]`,
		"web[1-":             "web[1-: a range has no ]",
		"web1]":              `web1]: a host has no ']' in its name: ranges are such as web[01-20]`,
		"web[]":              "web[]: [] is no range of numbers or letters",
		"web[1,20-01]":       "web[1,20-01]: [20-01] counts down",
		"web[a-3]":           "web[a-3]: [a-3] is no range of numbers or letters",
		"web[A-z]":           "web[A-z]: [A-z] has large and small letters",
		"web[a-bb]?pass=me":  "web[a-bb]?pass=xxxxx: [a-bb] is no range of numbers or letters",
		"w[0-65535],v[1-2]":  "v[1-2]: more than 65536 names",
		"w[0-65536]":         "w[0-65536]: [0-65536] more than 65536 names",
		"w[0-9999]x[0-9999]": "w[0-9999]x[0-9999]: more than 65536 names",
		"w[0-99999999999]":   "w[0-99999999999]: [0-99999999999] is no range of numbers or letters",
		"w[1-9][::1]:44321":  "w[1-9][::1]:44321: [::1] is no range of numbers or letters",
		"w[0-65535,0-65535]": "w[0-65535,0-65535]: more than 65536 names",
	} {
		s := options.Choice{Kind: options.Host}
		give(t, &s, list)
		if names, err := Names(&s, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %.3q, %v, want %s", list, names, err, want)
		}
	}
}

// TestPatternsOfArchives lists archives by patterns and directories.
func TestPatternsOfArchives(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"a1.meta", "a1.index", "a1.0", "a2.meta.xz", "b.meta", "web/x.y.meta", "web/x.y.0", "web/log", "empty/log", "logs/db/z.meta", "logs/web/z.meta", ".hidden.meta"} {
		path := filepath.Join(dir, file)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for list, want := range map[string]string{
		"a*":         "a1 a2",
		"a?.meta*":   "a1 a2",
		"*.0":        "a1 a2 b", // files that an archive should have
		".":          "a1 a2 b",
		"*":          "a1 a2 b web/x.y",
		"./[ab]*,a1": "a1 a2 b",
		"web":        "web/x.y",
		"w*/x*":      "web/x.y",
		dir + "/b*":  dir + "/b",
		"nosuch":     "nosuch",
		"nosuch*":    "nosuch*: no archive matches",
		"logs":       "logs/db/z logs/web/z", // as in /var/log/pcp/pmlogger
		"empty":      "empty: no archives in this directory",
		"[":          "[: not a pattern of file names",
		"[/a":        "[/a: not a pattern of file names",
		"b,[z]":      "[z]: no archive matches",
		".h*":        ".hidden",
	} {
		s := options.Choice{Kind: options.Archive}
		give(t, &s, list)
		names, err := Names(&s, nil)
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}
