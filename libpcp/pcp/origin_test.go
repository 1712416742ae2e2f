package pcp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmns"
)

// TestNamesOrigin compares with pmGetPMNSLocation(3).
func TestNamesOrigin(t *testing.T) {
	need.Headers(t)
	driver := filepath.Join(t.TempDir(), "origin")
	if out, err := exec.Command("gcc", "-o", driver, "testdata/origin.c", "-lpcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// libpcp (C) answers for a local context once it has its name space.
	names := filepath.Join(t.TempDir(), "root")
	if err := os.WriteFile(names, []byte("root {\n\ta\t1:1:1\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PMNS_DEFAULT", names)
	archive := need.Archives(t) + "/pcp-zeroconf"
	for kind, c := range map[string]struct {
		ours pcp.Kind
		name string
	}{"2": {pcp.Archive, archive}, "3": {pcp.Local, ""}} {
		out, err := exec.Command(driver, kind, c.name).Output()
		if err != nil {
			t.Fatal(err)
		}
		opened, err := pcp.Open(t.Context(), c.ours, c.name)
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		if got, want := strconv.Itoa(int(opened.NamesOrigin())), strings.TrimSpace(string(out)); got != want {
			t.Errorf("kind %s: got %s, want %s", kind, got, want)
		}
		file := libpcp.NewContext(pmns.Override(opened.Source(), new(pmns.Tree)))
		if got := file.NamesOrigin(); got != libpcp.NamesLocal {
			t.Errorf("names of a file: %d", got)
		}
	}
}
