package tests

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/message"
	"pcptools/libpcp/pcp"
)

// TestLibrary makes calls of the library that no tool shows, in C and in Go.
func TestLibrary(t *testing.T) {
	need.PCP(t)
	need.Headers(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "contexts")
	output(t, "gcc", "-w", "-o", program, "testdata/library/contexts.c", "-lpcp")
	archive := need.Archives(t) + "/pcp-zeroconf"
	w := world.Start(t)
	host := fmt.Sprintf("localhost:%d", w.Port)
	t.Setenv("LIBRARY_TEST", "from the environment")

	cmd := exec.Command(program, host, archive)
	cmd.Env = append(os.Environ(), "PCP_STDERR="+filepath.Join(dir, "genuine"))
	want, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	var got strings.Builder
	l := library{ctx: t.Context(), out: &got}
	l.live(host)
	l.replay(archive)
	l.sorted()
	l.settings("PCP_VAR_DIR", "PCP_BINADM_DIR", "PCP_LOG_DIR", "LIBRARY_TEST", "PCP_NOTHING")
	l.messages(filepath.Join(dir, "ours"))
	if l.err != nil {
		t.Error(l.err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("-C +Go:\n%s", d)
	}
	if d := cmp.Diff(read(t, filepath.Join(dir, "genuine")), read(t, filepath.Join(dir, "ours"))); d != "" {
		t.Errorf("messages: -C +Go:\n%s", d)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// library makes the calls of testdata/library/contexts.c.
type library struct {
	ctx context.Context
	out io.Writer
	err error // the first that is not expected
}

func (l *library) check(err error) {
	if l.err == nil {
		l.err = err
	}
}

func (l *library) open(kind pcp.Kind, name, metric string) (*libpcp.Context, libpcp.Desc) {
	c, err := pcp.Open(l.ctx, kind, name)
	if err != nil {
		l.check(err)
		return libpcp.NewContext(nil), libpcp.Desc{}
	}
	ids, err := c.Lookup(l.ctx, metric)
	l.check(err)
	desc, err := c.Desc(l.ctx, ids[0])
	l.check(err)
	return c, desc
}

func (l *library) duplicate(c *libpcp.Context) *libpcp.Context {
	d, err := c.Duplicate(l.ctx)
	l.check(err)
	return d
}

func (l *library) reconnect(c *libpcp.Context) {
	failed := 0
	if err := c.Reconnect(l.ctx); err != nil {
		failed = 1
	}
	fmt.Fprintln(l.out, "reconnect:", failed)
}

func (l *library) instances(what string, c *libpcp.Context, id libpcp.PMID) {
	fmt.Fprintf(l.out, "%s:", what)
	r, err := c.Fetch(l.ctx, []libpcp.PMID{id})
	if err != nil {
		fmt.Fprintln(l.out, "", libpcp.ErrorText(err))
		return
	}
	l.list(r.Sets[0])
}

func (l *library) list(set libpcp.ValueSet) {
	for _, v := range set.Values {
		fmt.Fprint(l.out, " ", v.Inst)
	}
	fmt.Fprintln(l.out)
}

func (l *library) live(host string) {
	one, desc := l.open(pcp.Host, host, "sample.bin")
	l.check(errors.Join(one.Profile().Del(desc.InDom), one.Profile().Add(desc.InDom, 200)))
	two := l.duplicate(one) // with the profile, unlike in C
	defer two.Close()
	l.instances("duplicate", two, desc.PMID)
	l.check(two.Profile().Add(desc.InDom, 400))
	l.instances("duplicate, more", two, desc.PMID)
	l.instances("first", one, desc.PMID)
	l.reconnect(one)
	l.instances("reconnected", one, desc.PMID)
	l.check(one.Close())
	l.instances("duplicate, alone", two, desc.PMID)
}

func (l *library) stamp(what string, c *libpcp.Context, id libpcp.PMID) {
	r, err := c.Fetch(l.ctx, []libpcp.PMID{id})
	if err != nil {
		fmt.Fprintf(l.out, "%s: %s\n", what, libpcp.ErrorText(err))
		return
	}
	fmt.Fprintf(l.out, "%s: %d.%06d, %d values\n", what, r.Time.Unix(), r.Time.Nanosecond()/1000, len(r.Sets[0].Values))
}

func (l *library) replay(name string) {
	one, desc := l.open(pcp.Archive, name, "kernel.all.load")
	defer one.Close()
	a, err := one.Recording()
	l.check(err)
	label, err := a.Label()
	l.check(errors.Join(err, one.SetMode(l.ctx, libpcp.ModeInterp, label.Start, 30*time.Second)))
	for range 3 {
		l.stamp("replay", one, desc.PMID)
	}
	two := l.duplicate(one)
	defer two.Close()
	for range 2 {
		l.stamp("duplicate", two, desc.PMID)
	}
	l.stamp("first", one, desc.PMID)
	l.reconnect(one)
	l.stamp("reconnected", one, desc.PMID)
	l.stamp("duplicate", two, desc.PMID)
}

func (l *library) sorted() {
	r := &libpcp.Result{Sets: make([]libpcp.ValueSet, 1)}
	for _, inst := range []int32{30, -1, 7, 30, math.MaxInt32, 0} {
		r.Sets[0].Values = append(r.Sets[0].Values, libpcp.Value{Inst: inst})
	}
	r.SortInstances()
	fmt.Fprint(l.out, "sorted:")
	l.list(r.Sets[0])
}

func (l *library) settings(names ...string) {
	for _, name := range names {
		value, ok := pcp.Config(name)
		if !ok {
			value = "none"
		}
		fmt.Fprintf(l.out, "%s: %s\n", name, value)
	}
}

func (l *library) messages(file string) {
	m := message.Printer{Name: "contexts", LookupEnv: func(string) (string, bool) { return file, true }}
	m.Note(fmt.Sprintf("one %d, ", 1))
	m.Note(fmt.Sprintf("two %s\n", "2"))
	m.Print("")
	m.Note("three\n")
	m.Print("")
	m.Print("")
	m.Note("not flushed\n")
}
