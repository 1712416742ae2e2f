package trace

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// A value becomes part of the period when its bucket ends, and stays for the
// length of the period.
func TestWindow(t *testing.T) {
	start := time.Unix(1000, 0)
	s := newStore(4*time.Second, 4, start)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	report := func(seconds, value float64) {
		if err := s.add(pdu.TraceData{Kind: pdu.TraceTransact, Tag: "t", Value: value}, at(seconds)); err != nil {
			t.Fatal(err)
		}
	}
	report(0.9, 0.25)
	report(1.1, 0.75)
	for seconds, want := range map[float64][4]float64{ // rate, average, minimum, maximum
		1.5: {0.25, 0.25, 0.25, 0.25},
		2.0: {0.5, 0.5, 0.25, 0.75},
		4.9: {0.5, 0.5, 0.25, 0.75},
		5.0: {0.25, 0.75, 0.75, 0.75},
	} {
		var got [4]float64
		for i, of := range []statistic{rate, average, minimum, maximum} {
			s.each(pdu.TraceTransact, at(seconds), of, func(_ int32, v libpcp.Atom) { got[i] = v.Float64() })
		}
		if got != want {
			t.Errorf("after %v s: %v, not %v", seconds, got, want)
		}
	}
	for _, seconds := range []float64{0.95, 6.0, 100} {
		s.each(pdu.TraceTransact, at(seconds), rate, func(int32, libpcp.Atom) { t.Errorf("a rate after %v s", seconds) })
	}
	report(100.5, 1)
	s.each(pdu.TraceTransact, at(100.5), total, func(inst int32, v libpcp.Atom) {
		if inst != 1 || v.Float64() != 2 {
			t.Errorf("total of %d: %v", inst, v)
		}
	})
}

func TestTags(t *testing.T) {
	s := newStore(time.Second, 1, time.Now())
	for _, name := range []string{"b", "a", "b"} {
		s.add(pdu.TraceData{Kind: pdu.TracePoint, Tag: name}, time.Now())
	}
	want := []libpcp.Instance{{ID: 1, Name: "b"}, {ID: 2, Name: "a"}}
	if d := cmp.Diff(want, s.instances(pdu.TracePoint)); d != "" {
		t.Error(d)
	}
	s.reset()
	if list := s.instances(pdu.TracePoint); len(list) != 0 {
		t.Errorf("after reset: %v", list)
	}
}

func TestAccess(t *testing.T) {
	var a Access
	for _, text := range []string{"disallow:*", "allow:127.0.0.*:3", "allow:127.0.0.1:0", "disallow:127.0.0.2", "allow:localhost"} {
		if err := a.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	for address, want := range map[string]string{
		"10.0.0.1": "*", "127.0.0.9": "127.0.0.*", "127.0.0.2": "127.0.0.2", "::1": "localhost",
	} {
		if r := a.find(address); r == nil || r.pattern != want {
			t.Errorf("%s: %+v", address, r)
		}
	}
	for _, text := range []string{"", "allow", "allow:", "allow:a:b", "forbid:a", "disallow:a:3"} {
		if err := new(Access).Add(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func FuzzAccess(f *testing.F) {
	f.Add("allow:127.0.0.*:3", "127.0.0.1")
	f.Add("disallow:localhost", "::1")
	f.Fuzz(func(t *testing.T, text, address string) {
		var a Access
		if a.Add(text) == nil {
			a.find(address)
		}
	})
}
