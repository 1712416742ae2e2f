//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pcptools/examples/txmon/segment"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda/pmdatest"
)

func TestMonitor(t *testing.T) {
	m := &monitor{path: filepath.Join(t.TempDir(), "txmon")}
	described := m.agent()
	if err := m.monitor([]string{"one", "two"}); err != nil {
		t.Fatal(err)
	}
	a := pmdatest.Open(t, described)
	expect := func(metric string, one, two float64) {
		t.Helper()
		values := a.Values(metric)
		if values["one"].Float64() != one || values["two"].Float64() != two {
			t.Errorf("%s: %v, want %v and %v", metric, values, one, two)
		}
	}
	expect("txmon.count", 0, 0)
	program, err := segment.Open(m.path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if err := errors.Join(program.Record("two", 3*time.Second), program.Record("two", time.Second)); err != nil {
		t.Fatal(err)
	}
	expect("txmon.count", 0, 2)
	expect("txmon.reset_count", 0, 2)
	expect("txmon.ave_time", -1, 2)
	expect("txmon.max_time", -1, 3)

	a.Store("txmon.control.reset", "", libpcp.Uint32Atom(1))
	expect("txmon.count", 0, 2)
	expect("txmon.reset_count", 0, 0)
	expect("txmon.max_time", -1, -1)
	a.Store("txmon.control.level", "", libpcp.Uint32Atom(1))
	if got := a.Value("txmon.control.level").Uint64(); got != 1 {
		t.Errorf("level %d", got)
	}
	ids, err := a.Context().Lookup(t.Context(), "txmon.count", "txmon.max_time")
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Context().Fetch(t.Context(), ids)
	if err != nil || r.Sets[0].Err != nil || r.Sets[1].Err != libpcp.ErrAgain {
		t.Errorf("without times: %+v, %v", r, err)
	}
	a.Context().Close()
	if _, err := os.Stat(m.path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the segment afterwards: %v", err)
	}
}

func TestNoTypes(t *testing.T) {
	m := &monitor{}
	m.agent()
	if err := m.monitor(nil); err == nil {
		t.Error("nothing is monitored")
	}
}
