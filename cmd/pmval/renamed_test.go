package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// renamed writes an archive whose instance 1 is called sda, and then sdb, while
// 2 is first sdb, and then sda.
func renamed(t *testing.T) string {
	t.Helper()
	base := filepath.Join(t.TempDir(), "renamed")
	start := time.Unix(1_700_000_000, 0)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start}})
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	desc := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NewInDom(401, 1), Sem: libpcp.SemInstant}
	check(w.AddDesc(desc, "x"))
	for i, names := range [][]string{{"sda", "sdb"}, {"sda", "sdb"}, {"sdb", "sda"}} {
		at := start.Add(time.Duration(i) * 10 * time.Second)
		check(w.AddInstances(at, desc.InDom, []libpcp.Instance{{ID: 1, Name: names[0]}, {ID: 2, Name: names[1]}}))
		set, err := libpcp.NewValueSet(desc.PMID, 1, libpcp.Uint32Atom(uint32(10+i)))
		check(err)
		set.Values = append(set.Values, libpcp.Value{Inst: 2, Word: uint32(20 + i)})
		check(w.Append(&libpcp.Result{Time: at, Sets: []libpcp.ValueSet{set}}))
	}
	check(w.Close())
	return base
}

// TestRenamed has values under the names that their instances had at the time.
func TestRenamed(t *testing.T) {
	base := renamed(t)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-i", "sda", "--fields=instance,value"}, "instance,value\nsda,10\nsda,11\nsda,22\n"},
		{[]string{"-i", "sd[b]", "--fields=instance,value"}, "instance,value\nsdb,20\nsdb,21\nsdb,12\n"},
		{[]string{"--fields=instance,value"}, "instance,value\nsda,10\nsdb,20\nsda,11\nsdb,21\nsdb,12\nsda,22\n"},
	} {
		var out, errors bytes.Buffer
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &errors, Environ: []string{"TZ=UTC"}}
		args := append([]string{"--format=csv", "-a", base, "-t", "10"}, append(test.args, "x")...)
		if status := tool.Run(context.Background(), &pmval{}, env, args); status != 0 || out.String() != test.want {
			t.Errorf("%q: status %d\n%s%s", args, status, out.String(), errors.String())
		}
	}
}

// TestEveryInstanceOnce wants the history of a domain to be read once, for
// however many metrics.
func TestEveryInstanceOnce(t *testing.T) {
	a, err := archive.Open(t.Context(), renamed(t), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	s := survey.Survey{C: c}
	first, err := s.EveryInstance(t.Context(), libpcp.NewInDom(401, 1))
	if len(first) != 4 || err != nil {
		t.Fatalf("%v, %v", first, err)
	}
	if again, err := s.EveryInstance(t.Context(), libpcp.NewInDom(401, 1)); err != nil || &again[0] != &first[0] {
		t.Errorf("read again: %v", err)
	}
}
