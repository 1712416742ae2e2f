package records

import (
	"fmt"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
)

// names makes a storage of empty files.
func names(list string) specimen.Memory {
	m := specimen.Memory{}
	for name := range strings.FieldsSeq(list) {
		m[name] = []byte{}
	}
	return m
}

// TestFindFiles has what libpcp (C) opens, or its error, for names
// and directories.
func TestFindFiles(t *testing.T) {
	const dated = "20180416.10.00.0.xz 20180416.10.00.3.xz 20180416.10.00.index 20180416.10.00.meta.xz 20180416.meta 20180416.0"
	for _, test := range []struct{ dir, name, want string }{
		{"x.meta x.index x.0", "x", "x.meta x.index 0:x.0"},
		{"x.meta x.index x.0", "x.0", "x.meta x.index 0:x.0"},
		{"x.meta x.index x.0", "x.index", "x.meta x.index 0:x.0"},
		{"x.meta x.index x.0", "x.9", "-2"},
		{"x.meta x.12 x.2 x.7.gz", "x.7.gz", "x.meta  2:x.2 7:x.7.gz 12:x.12"},
		{"x.meta x.7 x.7.gz x.meta.xz", "x", "x.meta  7:x.7"},
		{"x.meta.xz x.meta x.7.gz x.7", "x", "x.meta  7:x.7"},
		{"x.meta x.index", "x", "-12375"},
		{"x.0 x.index", "x", "-12375"},
		{"x.meta x.0 x", "x", "x.meta  0:x.0"},
		{dated, "20180416.10.00", "20180416.10.00.meta.xz 20180416.10.00.index 0:20180416.10.00.0.xz 3:20180416.10.00.3.xz"},
		{dated, "20180416.10.00.0", "20180416.10.00.meta.xz 20180416.10.00.index 0:20180416.10.00.0.xz 3:20180416.10.00.3.xz"},
		{dated, "20180416.10.00.3.xz", "20180416.10.00.meta.xz 20180416.10.00.index 0:20180416.10.00.0.xz 3:20180416.10.00.3.xz"},
		{dated, "20180416", "20180416.meta  0:20180416.0"},
		{"", "x", "-2"},
	} {
		set, err := newListing(names(test.dir)).find(test.name)
		got := fmt.Sprint(int(libpcp.Code(err)))
		if err == nil {
			got = set.meta + " " + set.index
			for _, v := range set.volumes {
				got += fmt.Sprintf(" %d:%s", v.num, v.path)
			}
		}
		if got != test.want {
			t.Errorf("%s among %s: %s, want %s", test.name, test.dir, got, test.want)
		}
	}
}

func TestExpandList(t *testing.T) {
	m := names("x.meta y.meta.xz y.0")
	for list, want := range map[string]string{
		"a,b":  "a b",
		"a,":   "a",
		",a":   " a",
		".":    "./x ./y",
		"a,.":  "a ./x ./y",
		"":     "-12375",
		",":    "",
		"a,,b": "a  b",
	} {
		got, err := expandList(m, list)
		text := strings.Join(got, " ")
		if err != nil {
			text = fmt.Sprint(int(libpcp.Code(err)))
		}
		if text != want {
			t.Errorf("%q: %q, want %q", list, text, want)
		}
	}
}
