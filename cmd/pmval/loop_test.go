package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
)

var singular = libpcp.Desc{InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}

// TestPace samples a source that takes its time: a whole interval passes after each
// sample, as in PCP's pmval.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{desc: singular, takes: 300 * time.Millisecond,
			fetch: func(n int) (libpcp.ValueSet, error) { return words(uint32(n)), nil }}
		start := time.Now()
		out, _, err := f.run(t.Context(), request{precision: -1}, 4, time.Second)
		if want := "          0\n          1\n          2\n          3\n"; out != want || err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		for n, at := range f.fetched {
			if want := time.Duration(n)*time.Second + time.Duration(n+1)*f.takes; at.Sub(start) != want {
				t.Errorf("sample %d after %v, want %v", n, at.Sub(start), want)
			}
		}
	})
}

// TestLate samples a source slower than the interval: pauses stay whole.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{desc: singular, takes: 5 * time.Second,
			fetch: func(n int) (libpcp.ValueSet, error) { return words(1), nil }}
		start := time.Now()
		if _, _, err := f.run(t.Context(), request{precision: -1}, 3, 2*time.Second); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 3*f.takes+2*2*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		f := &fake{desc: singular, fetch: func(int) (libpcp.ValueSet, error) { return words(7), nil }}
		out, _, err := f.run(ctx, request{precision: -1}, -1, time.Second)
		if want := "          7\n          7\n          7\n"; out != want || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// TestRates has a counter that is not there at first, and once more later.
// The first sample after a gap shows nothing but that there was one.
func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sets := []libpcp.ValueSet{{}, words(10), words(20), words(40), {Err: libpcp.ErrAgain}, words(50), words(51)}
		f := &fake{fetch: func(n int) (libpcp.ValueSet, error) {
			if n == len(sets) {
				return libpcp.ValueSet{}, libpcp.ErrIPC
			}
			return sets[n], nil
		}}
		f.desc = libpcp.Desc{InDom: libpcp.NullInDom, Sem: libpcp.SemCounter}
		out, errOut, err := f.run(t.Context(), request{precision: -1}, -1, time.Second)
		want := "No values available\nNo values available\n    10.00  \n    20.00  \n" +
			"No values available\n     1.000 \n"
		if out != want {
			t.Errorf("got\n%swant\n%s", out, want)
		}
		if want := "\npmval: pmFetch: Try again. Information not currently available\n\n"; errOut != want {
			t.Errorf("standard error %q", errOut)
		}
		if err == nil || err.Error() != "pmFetch: IPC protocol failure" {
			t.Error(err)
		}
	})
}

// TestNewInstance has an instance come up between two samples.
func TestNewInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{desc: libpcp.Desc{InDom: 1, Sem: libpcp.SemInstant}}
		f.instances = []libpcp.Instance{{ID: 0, Name: "a"}}
		f.fetch = func(n int) (libpcp.ValueSet, error) {
			if n == 1 {
				f.instances = append(f.instances, libpcp.Instance{ID: 1, Name: "b"})
				return words(1, 2), nil
			}
			return words(1), nil
		}
		out, _, err := f.run(t.Context(), request{precision: -1, width: 4}, 3, time.Second)
		want := "\n   a \n   1 \n\n   a    b \n   1    2 \n   1    ? \n"
		if out != want || err != nil {
			t.Errorf("%v\ngot\n%swant\n%s", err, out, want)
		}
	})
}
