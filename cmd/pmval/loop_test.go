package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
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

// TestUnknownInstance has values of instances that the domain never lists, the second
// of which is no number.
func TestUnknownInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{desc: libpcp.Desc{InDom: 1, Sem: libpcp.SemInstant, Type: libpcp.TypeFloat}}
		f.instances = []libpcp.Instance{{ID: 0, Name: "a"}}
		real := func(inst int32, v float32) libpcp.Value {
			return libpcp.BlockValue(inst, libpcp.Block{Type: libpcp.TypeFloat, Data: binary.BigEndian.AppendUint32(nil, math.Float32bits(v))})
		}
		f.fetch = func(n int) (libpcp.ValueSet, error) {
			set := libpcp.ValueSet{Format: libpcp.PointerDynamic, Values: []libpcp.Value{real(0, 1), real(7, 2)}}
			if n == 1 {
				set.Values = append(set.Values, libpcp.BlockValue(8, libpcp.Block{Type: libpcp.TypeFloat}))
			}
			return set, nil
		}
		out, errOut, err := f.run(t.Context(), request{precision: -1, width: 8}, 3, time.Second)
		want := strings.Repeat("\n       a \n  1.000  \nWarning: value=2.000 , but instance=7 is unknown\n", 2) + "Warning: value="
		if out != want {
			t.Errorf("got\n%q\nwant\n%q", out, want)
		}
		if !strings.Contains(errOut, "printvals pmExtractValue: ") || err == nil {
			t.Errorf("%v, %q", err, errOut)
		}
	})
}

// lister lists instances early, or fails to, in a batch with the first fetch.
type lister struct {
	instances []libpcp.Instance
	err       error
	asked     []string
}

func (l *lister) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		l.asked = append(l.asked, fmt.Sprintf("%T", q))
		switch q := q.(type) {
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = l.instances, l.err
			q.Early()
		case *libpcp.FetchQuery:
			q.Result = &libpcp.Result{Sets: make([]libpcp.ValueSet, len(q.IDs))}
		}
	}
}

func (*lister) Close() error { return nil }

// TestListAndFetch lists instances, in order, before the first sample comes.
func TestListAndFetch(t *testing.T) {
	for _, fails := range []error{nil, libpcp.ErrInDom} {
		l := &lister{instances: []libpcp.Instance{{ID: 2, Name: "b"}, {ID: 1, Name: "a"}}, err: fails}
		tg := target{c: libpcp.NewContext(l), id: 5, desc: libpcp.Desc{InDom: 1}}
		var early []libpcp.Instance
		first, err := tg.listAndFetch(t.Context(), func() error {
			early = slices.Clone(tg.columns)
			return nil
		})
		if got := fmt.Sprint(l.asked); got != "[*libpcp.InstancesQuery *libpcp.FetchQuery]" {
			t.Errorf("asked %s", got)
		}
		if fails != nil {
			if want := "pmGetInDom(0.1): " + libpcp.ErrInDom.Error(); err == nil || err.Error() != want || first != nil || early != nil {
				t.Errorf("%v, %v, listed %v", err, first, early)
			}
			continue
		}
		if got := fmt.Sprint(early, tg.columns); err != nil || got != "[{1 a} {2 b}] [{1 a} {2 b}]" || !tg.all || len(first.IDs) != 1 || first.IDs[0] != 5 {
			t.Errorf("%v, %s, %+v", err, got, first)
		}
	}
}
