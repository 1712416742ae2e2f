package library

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// merge merges the texts of label sets, which tabs separate, as pmMergeLabels(3)
// does.
func merge(line string) string {
	var sets []libpcp.LabelSet
	for _, text := range strings.Split(line, "\t") {
		set, err := libpcp.ParseLabels(text, libpcp.LabelCompound)
		if err != nil {
			return fmt.Sprint("error ", int(libpcp.Code(err)))
		}
		sets = append(sets, set)
	}
	merged, err := libpcp.MergeLabels(nil, sets...)
	if err != nil {
		return fmt.Sprint("error ", int(libpcp.Code(err)))
	}
	return merged.JSON
}

// TestMergeLabels merges labels that are not nested.
func TestMergeLabels(t *testing.T) {
	lines := []string{
		`{"a":1,"b":2}	{"b":3}`, `{"b":1}	{"a":2}	{"b":null,"c":true}`, `{"a":1}	{"ab":2}	{"a_b":3,"aB":4}`,
		` { "a" : "x y" , "b":[1,2,"z"] } 	{"b":-1.5e3}`, `{"a":"é\u00e9\n\""}`, `{"a":"\/\b\f\r\t\\"}`, `{"a":"\x"}`, "{\"a\":\"\x01\"}",
		`{"a":1}	{}`, `{}	{"a":1}`, `{"a":[]}`, `{"":1}`, `{"a-b":1}`, `{"a b":1}`, `{"é":1}`, `{"a":1,"a":2}`,
		`{"a.b":1}`, `{"b.":1,"a..b":2}`, `{"a.b":1,"a":2,"a0":3,"a_":4}	{"a.c":1}`, `{"a.b":1}	{"a.b":2}`, `{"a":1}	{"a.b":2}`, `{"a.b":1}	{"a":2}`,
		`nonsense`, `{"a":1}x`, `{"a":}`, `{a:1}`, `{"a":'x'}`, `{"a":1}	nonsense	{"b":2}`,
		`{"a":01}`, `{"a":truth}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":1e}`, `{"a":1-2}`, `{"a":-0}`, `{"a":1E+5}`, `{"a":0x1}`, `{"a":1e999}`, `{"a":1.5.2}`, `{"a":1ee1}`, `{"a":1e+-1}`, `{"a":--1}`, `{"a":1x5}`,
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		var sets []string
		for range 1 + rng.IntN(5) {
			if set := randomLabels(rng); set != "{}" {
				sets = append(sets, set)
			}
		}
		lines = append(lines, strings.Join(append(sets, `{"z":1}`), "\t"))
	}
	var got strings.Builder
	for _, line := range lines {
		fmt.Fprintln(&got, merge(line))
	}
	inEachRelease(t, "labels.c", func(t *testing.T, c program) {
		same(t, c.run(t, strings.Join(lines, "\n")+"\n"), got.String())
	})
}

// randomLabels is a label set with values of one length: after a shorter value has
// replaced a longer one, libpcp (C) reads the rest of its text again.
func randomLabels(rng *rand.Rand) string {
	var labels []string
	for _, name := range []string{"a", "a.b", "ab", "a_b", "B", "b", "b1", "hostname"} {
		if rng.IntN(3) == 0 {
			value := []string{"1234", `"xy"`, "null", "true", "-1e3"}[rng.IntN(5)]
			labels = append(labels, fmt.Sprintf("%q:%s", name, value))
		}
	}
	return "{" + strings.Join(labels, ",") + "}"
}

// TestMergeNestedLabels has what libpcp (C) makes of nested labels, where that is
// not what is in its memory, and what we do.
func TestMergeNestedLabels(t *testing.T) {
	tests := []struct{ sets, genuine, ours string }{
		{`{"a":{"b":1,"c":2}}`, `{"a.b":1,"a.c":2}`, `{"a.b":1,"a.c":2}`},
		{`{"a":{"b":1}}	{"a":{"c":[1]},"b":3}`, `{"a.b":1,"a.c":[1],"b":3}`, `{"a.b":1,"a.c":[1],"b":3}`},
		// A name between is left out.
		{`{"a":{"b":1,"c":{"d":2}}}`, `{"a.b":1,"a.d":2}`, `{"a.b":1,"a.c.d":2}`},
		{`{"a":{"b":{"c":{"d":1}}}}`, `{"a.d":1}`, `{"a.b.c.d":1}`},
		// What is replaced depends on the name of the outer object.
		{`{"a":1}	{"a":{"b":1}}`, `{"a.b":1}`, `{"a":1,"a.b":1}`},
		{`{"a":1}	{"a":{"b":1,"c":{"d":2}}}`, `{"a.b":1,"a.d":2}`, `{"a":1,"a.b":1,"a.c.d":2}`},
		{`{"a":{"b":1}}	{"a":2}`, `{"a":2,"a.b":1}`, `{"a":2,"a.b":1}`},
		{`{"a":{"b":1}}	{"a":{"b":2}}`, `{"a.b":2,"a.b":1}`, `{"a.b":2}`},
		// An object that is a member of an array loses the array.
		{`{"a":[1,{"b":2}],"c":3}`, `{"a.b":2,"c":3}`, `{"a":[1,{"b":2}],"c":3}`},
		// An escape without digits is no JSON.
		{`{"a":"\u"}`, `{"a":"\u"}`, `error -22`},
		// The rest of the longer text is no label.
		{`{"a":12345}	{"a":1}	{"z":1}`, `error -22`, `{"a":1,"z":1}`},
		// No labels at all have no text.
		{`{}	{}`, ``, `{}`},
	}
	var input, want strings.Builder
	for _, test := range tests {
		fmt.Fprintln(&input, test.sets)
		fmt.Fprintln(&want, test.genuine)
		if got := merge(test.sets); got != test.ours {
			t.Errorf("%s: %s, want %s", test.sets, got, test.ours)
		}
	}
	inEachRelease(t, "labels.c", func(t *testing.T, c program) {
		same(t, want.String(), c.run(t, input.String()))
	})
}

// TestMergedLabels looks up the labels of metrics of archives, and of instances.
func TestMergedLabels(t *testing.T) {
	archives := need.Archives(t)
	inEachRelease(t, "lookuplabels.c", func(t *testing.T, c program) {
		for archive, names := range map[string]string{
			"sample-labels": "sample.colour sample.mirage sample.rapid pmcd.seqnum pmcd.pmlogger.port no.such",
			"pcp-zeroconf":  "kernel.all.load hinv.ncpu disk.dev.read mem.freemem",
			"ok-foo":        "sample.bin sample.colour",
		} {
			t.Run(archive, func(t *testing.T) {
				path, metrics := filepath.Join(archives, archive), strings.Fields(names)
				want := c.run(t, "", append([]string{path}, metrics...)...)
				same(t, want, lookupLabels(t, openArchive(t, c.release(), path), metrics))
			})
		}
	}, archives)
}

// lookupLabels does what testdata/lookuplabels.c does.
func lookupLabels(t *testing.T, c *libpcp.Context, metrics []string) string {
	t.Helper()
	ctx := t.Context()
	r, err := c.Recording()
	if err != nil {
		t.Fatal(err)
	}
	end, err := r.End(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetMode(ctx, libpcp.ModeBack, end.Truncate(time.Microsecond), 0); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, metric := range metrics {
		ids, err := c.Lookup(ctx, metric)
		if err != nil {
			fmt.Fprintf(&out, "%s error %d\n", metric, int(libpcp.Code(err)))
			continue
		}
		labels, err := c.MergedLabels(ctx, ids[0], libpcp.NullInst)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s %s\n", metric, labels.JSON)
		desc, err := c.Desc(ctx, ids[0])
		if err != nil {
			t.Fatal(err)
		}
		sets, _ := c.Labels(ctx, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(desc.InDom)})
		if desc.InDom == libpcp.NullInDom || len(sets) == 0 {
			continue
		}
		labels, err = c.MergedLabels(ctx, ids[0], sets[0].Inst)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s %d %s\n", metric, sets[0].Inst, labels.JSON)
	}
	return out.String()
}
