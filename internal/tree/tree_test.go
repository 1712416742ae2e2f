package tree_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/tree"
)

func TestTree(t *testing.T) {
	shared := filepath.Join(t.TempDir(), "new")
	if err := os.Mkdir(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	tr := need.Tree(t, "6.3.8", shared)
	out, err := tr.Command(context.Background(), tr.Genuine("pminfo"), "--version").CombinedOutput()
	if got, want := string(out), "pminfo version 6.3.8\n"; got != want || err != nil {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	if got := tr.Conf("PCP_VERSION"); got != "6.3.8" {
		t.Errorf("the version in pcp.conf is %q", got)
	}
	// What is written to the shared directory is seen outside, and nothing else.
	script := `echo in >"$1/file" && echo in >/etc/pcptools-was-here && ln -s /etc/pcp.conf /pcptools-link`
	if out, err := tr.Command(context.Background(), "/bin/sh", "-c", script, "sh", shared).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(shared, "file")); string(text) != "in\n" {
		t.Errorf("the shared file has %q, %v", text, err)
	}
	dir, err := tree.Find("6.3.8")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "etc/pcptools-was-here")); err == nil {
		t.Error("the tree was changed")
	}
	// An absolute link leads to the tree's file, not to this machine's.
	if text, err := os.ReadFile(tr.Path("/pcptools-link")); !strings.Contains(string(text), "PCP_VERSION=6.3.8\n") {
		t.Errorf("the link leads elsewhere: %v", err)
	}
}

func TestNoTree(t *testing.T) {
	t.Setenv("PCPTOOLS_TREES", t.TempDir())
	if _, err := tree.Open("6.3.8"); err == nil || !strings.Contains(err.Error(), "scripts/setup-releases") {
		t.Errorf("got %v", err)
	}
}
