package tests

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/pmcd"
)

// TestAgentChangesType has an agent of a pmcd of PCP restart with another type
// of its metric: descriptors that a context remembers, and those that derived
// metrics are bound to, must not outlive that.
func TestAgentChangesType(t *testing.T) {
	need.PCP(t)
	program := testAgent(t, "pmdachange")
	script := filepath.Join(filepath.Dir(program), "start")
	startWith := func(setting string) {
		text := fmt.Sprintf("#!/bin/sh\n%s exec %s \"$@\"\n", setting, program)
		if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	startWith("")
	w := extraWorld(t, world.Extra{Name: "change", Domain: 361, Program: script, Channel: "pipe"})
	c := changeContext(t, w)
	ids, err := c.Lookup(context.Background(), "change.value", "qa.twice")
	if err != nil {
		t.Fatal(err)
	}
	if got := fetchAs(t, c, ids); got != "U32 7, U32 14" {
		t.Errorf("before: %s", got)
	}

	samples := startSampling(t, w)

	startWith("CHANGED=1")
	quit, err := c.Lookup(context.Background(), "change.quit")
	if err != nil {
		t.Fatal(err)
	}
	v, format, _ := libpcp.NewValue(libpcp.NullInst, libpcp.Uint32Atom(1))
	set := libpcp.ValueSet{PMID: quit[0], Format: format, Values: []libpcp.Value{v}}
	if err := c.Store(context.Background(), &libpcp.Result{Sets: []libpcp.ValueSet{set}}); err != nil {
		t.Fatal(err)
	}
	const want = "DOUBLE 1.5, DOUBLE 3"
	got := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && got != want; time.Sleep(50 * time.Millisecond) {
		if err := w.Reload(); err != nil {
			t.Fatal(err)
		}
		got = fetchAs(t, c, ids)
	}
	if got != want {
		t.Errorf("after: %s, want %s", got, want)
	}
	checkSampling(t, samples)
}

// startSampling has PCP's pmval, ours, and ours with a format of its own
// take samples of the agent's metric, and returns what they print, a line at a
// time.
func startSampling(t *testing.T, w *world.World) (samples [3]*bufio.Scanner) {
	for i, words := range [][]string{{need.Tool(t, "pmval"), "-r"}, {ours(t, "pmval"), "-r"}, {ours(t, "pmval"), "--format=jsonl"}} {
		cmd := exec.CommandContext(t.Context(), words[0], words[1], "-t", "0.05", "change.value")
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}, w.Env()...)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Wait() })
		samples[i] = bufio.NewScanner(out)
		if i == 2 {
			awaitSample(t, samples[i], `"type":"U32"`)
		}
		awaitSample(t, samples[i], []string{" 7$", " 7$", `"value":7}`}[i])
	}
	return samples
}

// checkSampling waits for what the metric has become: to a classic report, which
// goes on with the type that it has found, that is the bytes of another value.
func checkSampling(t *testing.T, samples [3]*bufio.Scanner) {
	const classic = `1\.5 \[000000000000f83f\]$`
	awaitSample(t, samples[2], `"type":"DOUBLE"`)
	for i, pattern := range []string{classic, classic, `"value":1\.5}`} {
		awaitSample(t, samples[i], pattern)
	}
}

// awaitSample reads lines until one is like a pattern.
func awaitSample(t *testing.T, lines *bufio.Scanner, pattern string) {
	t.Helper()
	like := regexp.MustCompile(pattern)
	for n := 0; lines.Scan(); n++ {
		if like.Match(lines.Bytes()) {
			return
		} else if n == 2000 {
			t.Fatalf("%s, not %s", lines.Bytes(), pattern)
		}
	}
	t.Fatalf("ends without %s", pattern)
}

// changeContext is a context with a derived metric over the agent's.
func changeContext(t *testing.T, w *world.World) *libpcp.Context {
	src, err := pmcd.Dial(context.Background(), "unix:"+w.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defs := derive.New(io.Discard)
	if err := defs.Register("qa.twice", "change.value + change.value"); err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(derive.Wrap(src, defs))
	t.Cleanup(func() { c.Close() })
	return c
}

// fetchAs is the values of metrics with the types of their descriptors, which
// are asked for after the fetch.
func fetchAs(t *testing.T, c *libpcp.Context, ids []libpcp.PMID) string {
	r, err := c.Fetch(context.Background(), ids)
	if err != nil {
		t.Fatal(err)
	}
	text, separator := "", ""
	for _, set := range r.Sets {
		text, separator = text+separator, ", "
		if set.Err != nil || len(set.Values) == 0 {
			text += fmt.Sprint("no value: ", set.Err)
			continue
		}
		desc, err := c.Desc(context.Background(), set.PMID)
		if err != nil { // the agent has gone since the fetch
			text += fmt.Sprint("no descriptor: ", err)
			continue
		}
		v, err := libpcp.Extract(set.Format, set.Values[0], desc.Type, libpcp.TypeDouble)
		text += fmt.Sprint(desc.Type, " ", v.Float64())
		if err != nil {
			text += " " + err.Error()
		}
	}
	return text
}
