package options

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNamesOfSeveral(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(file, []byte("web1\n# all of them\n web2:44321 # here\n\nweb1\n"), 0o644); err != nil {
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
	} {
		var s Choice
		for list := range strings.FieldsSeq(lists) {
			if err := s.addSeveral(Host, list); err != nil {
				t.Fatal(err)
			}
		}
		names, err := s.Names(strings.NewReader("in1\nin2"))
		if err != nil || !slices.Equal(names, want) {
			t.Errorf("%s: %q, %v; want %q", lists, names, err, want)
		}
	}
}

// TestShown hides passwords of hosts.
func TestShown(t *testing.T) {
	s := Choice{Kind: Host}
	for name, want := range map[string]string{
		"web1": "web1", "web1?user=me&pass=secret": "web1?user=me&pass=xxxxx", "web1?password=a=b&container=c": "web1?password=xxxxx&container=c",
		"web1?pass&compress": "web1?pass&compress", "http://me:secret@web1": "http://me:xxxxx@web1",
		"http://web1?hostspec=db%3Fpass%3Dsecret&x=1": "http://web1?hostspec=db%3Fpass%3Dxxxxx&x=1",
	} {
		if got := s.Shown(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
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
		var s Choice
		s.addSeveral(Host, test.list)
		if _, err := s.Names(test.stdin); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.list, err, test.want)
		}
	}
}

func TestNamesOfNoFile(t *testing.T) {
	var s Choice
	s.addSeveral(Host, "@/no/such/file")
	if _, err := s.Names(nil); err == nil || err.Error() != "/no/such/file: No such file or directory" {
		t.Errorf("%v", err)
	}
}
