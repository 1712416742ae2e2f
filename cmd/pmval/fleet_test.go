package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// bytesRecorded writes an archive of a metric in bytes, with two samples.
func bytesRecorded(t *testing.T, base string, host int) {
	t.Helper()
	start := time.Unix(1_700_000_000, 0)
	desc := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 1), Type: libpcp.TypeU64, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant, Units: libpcp.Byte}
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: "h" + strconv.Itoa(host)}})
	if err == nil {
		err = w.AddDesc(desc, "x.bytes")
	}
	for i := 0; i < 2 && err == nil; i++ {
		var set libpcp.ValueSet
		if set, err = libpcp.NewValueSet(desc.PMID, libpcp.NullInst, libpcp.Uint64Atom(uint64(host)<<20)); err == nil {
			err = w.Append(&libpcp.Result{Time: start.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}})
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestArchivesAtOnce replays archives at the same time, with options that concern
// each: what they say of one says nothing of another.
func TestArchivesAtOnce(t *testing.T) {
	dir := t.TempDir()
	var bases []string
	for host := range 8 {
		bases = append(bases, filepath.Join(dir, "a"+strconv.Itoa(host)))
		bytesRecorded(t, bases[host], host)
	}
	for _, options := range [][]string{nil, {"--top=8", "--where=value >= 0"}, {"--sort=value"}} {
		var out, errors bytes.Buffer
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &errors, Environ: []string{"TZ=UTC"}}
		args := append([]string{"--archives=" + strings.Join(bases, ","), "--parallel=8", "--units=Mbyte", "--units=sec", "--strict", "--format=csv"}, options...)
		status := tool.Run(context.Background(), &pmval{}, env, append(args, "x.bytes"))
		values := make(map[string]string)
		unused := 0
		rows, err := csv.NewReader(&out).ReadAll()
		for _, row := range rows {
			if row[2] == "x.bytes" {
				values[row[0]] += row[10] + " " + row[6] + ";"
			} else if row[2] == "--units=sec" {
				unused++
			}
		}
		for host, base := range bases {
			if want := strings.Repeat(strconv.Itoa(host)+" Mbyte;", 2); values[base] != want {
				t.Errorf("%q: %s has %q, want %q", options, base, values[base], want)
			}
		}
		want := 2
		if slices.Contains(options, "--where=value >= 0") { // which holds, errors or not
			want = 0
		}
		if status != want || unused != len(bases) || err != nil {
			t.Errorf("%q: status %d, %v; units that are not used are reported %d times\n%s", options, status, err, unused, errors.String())
		}
	}
}
