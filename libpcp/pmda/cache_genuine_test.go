package pmda

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// cacheDriver builds testdata/cache.c, and returns a function that runs it with
// a directory for files.
func cacheDriver(t *testing.T) (run func(args ...string) string, file string) {
	t.Helper()
	need.Headers(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "cache")
	if out, err := exec.Command("gcc", "-o", program, "testdata/cache.c", "-lpcp_pmda", "-lpcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.MkdirAll(filepath.Join(dir, "config", "pmda"), 0o755); err != nil {
		t.Fatal(err)
	}
	return func(args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "PCP_VAR_DIR="+dir)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}, filepath.Join(dir, "config", "pmda", "251.1")
}

// TestCacheKeysGenuine has each side read what the other has written.
func TestCacheKeysGenuine(t *testing.T) {
	run, file := cacheDriver(t)
	said := run("key:sda:disk one", "key:sdb:disk two", "add:sdc", "hide:sdb", "save")
	var c Cache
	if err := c.Load(file); err != nil {
		t.Fatal(err)
	}
	one, name, active := c.IDOfKey([]byte("disk one"))
	two, _, _ := c.IDOfKey([]byte("disk two"))
	if name != "sda" || active {
		t.Errorf("disk one is %q, %t", name, active)
	}
	want := fmt.Sprintf("key %d -1\nkey %d -1\nadd 0 -1\nhide %d -1\nsave 3 -1\n", one, two, two)
	if said != want {
		t.Errorf("C says\n%s\nwe read\n%s", said, want)
	}

	if id, err := c.AddKey("sda", []byte("disk one")); id != one || err != nil {
		t.Errorf("sda becomes %d, %v", id, err)
	}
	if _, err := c.AddKey("sdx", []byte("disk one")); !errors.Is(err, libpcp.ErrInst) {
		t.Errorf("a key of two members: %v", err)
	}
	four, err := c.AddKey("sdd", []byte("disk four"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddNumbered(77, "fixed"); err != nil {
		t.Fatal(err)
	}
	if err := c.AddNumbered(77, "other"); !errors.Is(err, libpcp.ErrInst) {
		t.Errorf("a number of two members: %v", err)
	}
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	want = fmt.Sprintf("load 5 -1\nbykey 9 %d\nbyname 9 77\nbykey 9 %d\nsize 0 -1\nhidden 5 -1\n", four, one)
	if got := run("load", "bykey:disk four", "byname:fixed", "bykey:disk one", "size", "hidden"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCachePurgeGenuine: TestCachePurge of libpcp (C).
func TestCachePurgeGenuine(t *testing.T) {
	run, file := cacheDriver(t)
	if err := os.WriteFile(file, purgeable(), 0o644); err != nil {
		t.Fatal(err)
	}
	want := "load 4 -1\nadd 9 -1\npurge 2 -1\nsize 1 -1\nhidden 1 -1\n"
	if said := run("load", "add:busy", "purge:1000", "size", "hidden"); said != want {
		t.Errorf("C says\n%s", said)
	}
}

// TestCacheLimitGenuine fills a cache of numbers up to 2.
func TestCacheLimitGenuine(t *testing.T) {
	run, file := cacheDriver(t)
	want := run("resize:2", "add:a", "add:b", "add:c", "add:d", "hide:b", "add:e", "add:b", "size", "save")
	var c Cache
	c.Limit(2)
	var got strings.Builder
	got.WriteString("resize 0 -1\n")
	for _, name := range []string{"a", "b", "c", "d", "-b", "e", "b"} {
		if hidden, ok := strings.CutPrefix(name, "-"); ok {
			c.Hide(hidden)
			id, _ := c.ID(hidden)
			fmt.Fprintf(&got, "hide %d -1\n", id)
			continue
		}
		id, err := c.Add(name)
		if err != nil {
			id = int32(libpcp.Code(err))
		}
		fmt.Fprintf(&got, "add %d -1\n", id)
	}
	active, _ := c.Size()
	fmt.Fprintf(&got, "size %d -1\nsave 3 -1\n", active)
	if got.String() != want {
		t.Errorf("C says\n%s\nwe say\n%s", want, got.String())
	}
	theirs, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	times := regexp.MustCompile(`(?m)^(\d+ )\d{9,}`) // of saving
	if g, w := times.ReplaceAllString(string(ours), "${1}T"), times.ReplaceAllString(string(theirs), "${1}T"); g != w {
		t.Errorf("C writes\n%s\nwe write\n%s", w, g)
	}
}
