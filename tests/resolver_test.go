package tests

import (
	"os"
	"strings"
	"testing"

	"pcptools/internal/programs"
	"pcptools/tests/internal/conform"
)

// TestResolver compares what tools of other releases report of a host for which
// no name server answers. The port of one is closed in resolv.conf of the tree.
func TestResolver(t *testing.T) {
	tools, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := conform.Load("testdata/resolver.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range releases {
		t.Run(version, func(t *testing.T) {
			in, ok := theRelease(t, version, tools)
			if !ok {
				return
			}
			if err := os.WriteFile(in.Path("/etc/resolv.conf"), []byte("nameserver 127.0.0.253\noptions attempts:1\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, c := range cases.Cases {
				want, err := conform.Output(in, "/usr/bin", "/", c)
				if err != nil {
					t.Fatal(err)
				}
				got, err := conform.Output(in, tools, "/", c)
				if err != nil {
					t.Fatal(err)
				}
				if again := strings.Contains(want, "Try again. Information"); again != (version == "7.2.2") || got != want {
					t.Errorf("%s\n got %s\nwant %s", c.Line, got, want)
				}
			}
		})
	}
}
