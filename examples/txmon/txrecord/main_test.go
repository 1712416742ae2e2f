//go:build unix

package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/examples/txmon/segment"
)

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "txmon")
	if err := run(nil, path, []string{"one", "1"}); err == nil {
		t.Error("there is no monitor")
	}
	s, err := segment.Create(path, []string{"one", "two"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for args, want := range map[string]string{
		"one 1.5 two 2":      "",
		"one 2.5":            "",
		"one":                "usage",
		"":                   "usage",
		"one x two 4":        "not a number",
		"one -1":             "not a number",
		"one NaN":            "not a number",
		"three 1 two 0.0001": "unknown",
	} {
		err := run(nil, path, strings.Fields(args))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
	var out bytes.Buffer
	if err := run(&out, path, []string{"-l"}); err != nil {
		t.Fatal(err)
	}
	const want = "level 2\n" +
		"     count      since        total      longest  type\n" +
		"         2          2           4s         2.5s  one\n" +
		"         3          3      6.0001s           4s  two\n"
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
