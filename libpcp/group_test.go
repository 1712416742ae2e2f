package libpcp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// sampled is a Source whose counter grows and whose results have times, which
// counts batches.
type sampled struct {
	*sourcetest.Memory
	now     time.Time
	changes libpcp.StateChange
	batches int
}

func (s *sampled) Fetch(ctx context.Context, ids []libpcp.PMID, p *libpcp.Profile) (*libpcp.Result, error) {
	r, err := s.Memory.Fetch(ctx, ids, p)
	if err == nil {
		r.Time, r.Changes, s.changes = s.now, s.changes, 0
	}
	return r, err
}

func (s *sampled) Batch(ctx context.Context, queries ...libpcp.Query) {
	s.batches++
	for _, q := range queries {
		q.Ask(ctx, s)
	}
}

func newSampled() *sampled {
	s := &sampled{Memory: sourcetest.NewMemory(1), now: time.Unix(1000, 0)}
	s.metric("memory.one").Desc.Sem = libpcp.SemCounter
	return s
}

func (s *sampled) metric(name string) *sourcetest.Metric {
	for i := range s.Metrics {
		if s.Metrics[i].Name == name {
			return &s.Metrics[i]
		}
	}
	return nil
}

func (s *sampled) set(name string, word uint32) { s.metric(name).Values.Values[0].Word = word }

func spellReadings(s *libpcp.Sample, metric string) string {
	readings, err := s.Values(metric)
	if err != nil {
		return err.Error()
	}
	var words []string
	for _, r := range readings {
		word := fmt.Sprint(r.Instance, "=", r.Float64(), r.Text())
		if rate, ok := r.Rate(); ok {
			word += fmt.Sprint("+", rate)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestGroup(t *testing.T) {
	ctx := context.Background()
	s := newSampled()
	c := libpcp.NewContext(s)
	c.Profile().Del(libpcp.NullInDom)
	g, err := c.Group(ctx, "memory.load[5,1 minute]", "memory.one", "memory.host.name", "memory.failing", "many.m000.metric")
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		value   uint32
		seconds int
		one     string
	}{{100, 0, "=100"}, {110, 5, "=110+2"}, {90, 5, "=90"}, {91, 0, "=91"}, {93, 1, "=93+2"}, {100, -7, "=100+-1"}} {
		s.set("memory.one", step.value)
		s.now = s.now.Add(time.Duration(step.seconds) * time.Second)
		before := s.batches
		sample, err := g.Fetch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if s.batches != before+1 {
			t.Errorf("fetch %d: %d batches", i, s.batches-before)
		}
		want := step.one
		if step.seconds < 0 {
			want = "=100" // less than what comes after it, backwards
		}
		if got := spellReadings(sample, "memory.one"); got != want {
			t.Errorf("fetch %d: %s, want %s", i, got, want)
		}
		for name, want := range map[string]string{
			"memory.load": "1 minute=32 5 minute=32", "memory.host.name": "=0a string",
			"memory.failing": libpcp.ErrAgain.Error(), "many.m000.metric": "=64", "other": "other: not in the group: Unknown metric name",
		} {
			if got := spellReadings(sample, name); got != want {
				t.Errorf("fetch %d: %s: %s, want %s", i, name, got, want)
			}
		}
		if _, err := sample.Float64("memory.load"); !errors.Is(err, libpcp.ErrValue) {
			t.Errorf("several values: %v", err)
		}
		if _, err := sample.Float64("memory.host.name"); !errors.Is(err, libpcp.ErrConv) {
			t.Errorf("a string: %v", err)
		}
		if got, err := sample.Float64("memory.one"); err != nil || got != float64(step.value) {
			t.Errorf("fetch %d: %v, %v", i, got, err)
		}
	}
}

// nameless is a source that cannot list instances.
type nameless struct{ *sampled }

func (nameless) Instances(context.Context, libpcp.InDom) ([]libpcp.Instance, error) {
	return nil, libpcp.ErrAgain
}

func (s nameless) Batch(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		q.Ask(ctx, s)
	}
}

// TestGroupNameless has instances whose names cannot be known: values of all of
// them, but an error where only some are wanted.
func TestGroupNameless(t *testing.T) {
	c := libpcp.NewContext(nameless{newSampled()})
	for spec, want := range map[string]error{"memory.load": nil, "memory.load[5]": libpcp.ErrAgain} {
		g, err := c.Group(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Fetch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if readings, err := s.Values("memory.load"); err != want || (len(readings) == 0) == (want == nil) {
			t.Errorf("%s: %v, %v", spec, readings, err)
		}
	}
}

func TestGroupRefuses(t *testing.T) {
	c := libpcp.NewContext(newSampled())
	for spec, want := range map[string]error{
		"no.such": libpcp.ErrName, "memory": libpcp.ErrNonLeaf, "host:memory.one": libpcp.ErrName,
	} {
		if _, err := c.Group(context.Background(), "memory.one", spec); !errors.Is(err, want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if _, err := c.Group(context.Background()); err != libpcp.ErrTooSmall {
		t.Errorf("nothing: %v", err)
	}
	if _, err := c.Group(context.Background(), "memory.load["); err == nil {
		t.Error("malformed")
	}
}

// Values are those of the descriptors of now, whoever learns of a change.
func TestGroupChanges(t *testing.T) {
	ctx := context.Background()
	s := newSampled()
	c := libpcp.NewContext(s)
	g, err := c.Group(ctx, "memory.one")
	if err != nil {
		t.Fatal(err)
	}
	m := s.metric("memory.one")
	expect := func(want string, changes libpcp.StateChange) {
		t.Helper()
		sample, err := g.Fetch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got := spellReadings(sample, "memory.one"); got != want || sample.Changes != changes {
			t.Errorf("got %s with changes %v, want %s with %v", got, sample.Changes, want, changes)
		}
	}
	s.set("memory.one", 0xffffffff)
	expect("=4.294967295e+09", 0)
	m.Desc.Type, s.changes = libpcp.Type32, libpcp.AgentRestarted
	expect("=-1", libpcp.AgentRestarted)
	m.Desc.Type, s.changes = libpcp.TypeU32, libpcp.AgentRestarted
	c.Fetch(ctx, []libpcp.PMID{m.Desc.PMID}) // the context learns of it
	expect("=4.294967295e+09", 0)
	m.Desc.Type = libpcp.Type32
	c.Reconnect(ctx)
	expect("=-1", 0)
	name := m.Name
	m.Name, s.changes = "memory.gone", libpcp.NamesChanged
	expect(libpcp.ErrName.Error(), libpcp.NamesChanged)
	m.Name = name
	expect("=-1", 0)
}

func TestSamples(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c := libpcp.NewContext(newSampled())
		g, err := c.Group(ctx, "memory.one")
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		var at []time.Duration
		var last error
		for s, err := range g.Samples(ctx, time.Second) {
			if last = err; err != nil {
				break
			}
			at = append(at, time.Since(start))
			switch len(at) {
			case 2:
				time.Sleep(2500 * time.Millisecond)
			case 4:
				cancel()
			}
			if _, err := s.Float64("memory.one"); err != nil {
				t.Error(err)
			}
		}
		if got := fmt.Sprint(at, last); got != "[0s 1s 4s 5s] context canceled" {
			t.Error(got)
		}
		for _, err := range g.Samples(context.Background(), 0) {
			if err != libpcp.ErrMode {
				t.Error(err)
			}
		}
	})
}

func TestRecordsOfHost(t *testing.T) {
	n := 0
	for _, err := range libpcp.NewContext(newSampled()).Records(context.Background()) {
		if n++; err != libpcp.ErrNotArchive {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d elements", n)
	}
}

func TestStateChangeString(t *testing.T) {
	for c, want := range map[libpcp.StateChange]string{
		0: "none", libpcp.AgentAdded: "agent added",
		libpcp.AgentDropped | libpcp.NamesChanged: "agent dropped, names changed",
		libpcp.HostnameChanged | 1<<20:            "host name changed, others",
	} {
		if got := c.String(); got != want {
			t.Errorf("%d: %s, want %s", uint32(c), got, want)
		}
	}
}

func TestSetAndSort(t *testing.T) {
	r := &libpcp.Result{Sets: []libpcp.ValueSet{
		{PMID: 1, Err: libpcp.ErrAgain},
		{PMID: 2, Values: []libpcp.Value{{Inst: 9, Word: 0xffffffff}, {Inst: -1, Word: 2}, {Inst: 3, Word: 3}}},
	}}
	if r.Set(3) != nil || r.Set(2) != &r.Sets[1] {
		t.Error("Set")
	}
	if _, err := r.Set(1).Float64(0, libpcp.Type32); err != libpcp.ErrAgain {
		t.Errorf("failed set: %v", err)
	}
	for i := range 2 {
		if _, err := r.Set(2).Atom(3-4*i, libpcp.Type32); err != libpcp.ErrValue {
			t.Errorf("no such value: %v", err)
		}
	}
	if _, err := r.Set(2).Atom(0, libpcp.TypeString); err != libpcp.ErrConv {
		t.Errorf("another type: %v", err)
	}
	signed, _ := r.Set(2).Float64(0, libpcp.Type32)
	unsigned, _ := r.Set(2).Float64(0, libpcp.TypeU32)
	if signed != -1 || unsigned != 4294967295 {
		t.Errorf("got %v and %v", signed, unsigned)
	}
	r.SortInstances()
	if v := r.Sets[1].Values; v[0].Inst != -1 || v[1].Inst != 3 || v[2].Inst != 9 {
		t.Errorf("order %v", v)
	}
}

func TestNewValueSet(t *testing.T) {
	set, err := libpcp.NewValueSet(7, 3, libpcp.Int64Atom(-5))
	if err != nil || set.PMID != 7 || set.Values[0].Inst != 3 {
		t.Errorf("%+v, %v", set, err)
	}
	if v, err := set.Atom(0, libpcp.Type64); err != nil || v.Int64() != -5 {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := libpcp.NewValueSet(7, 3, libpcp.Atom{Type: libpcp.TypeUnknown}); err != libpcp.ErrType {
		t.Errorf("no value: %v", err)
	}
}

// TestGroupTwice names metrics twice, for instances of which all are read.
func TestGroupTwice(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct{ second, want string }{
		{"memory.load[5]", "1 minute=32 5 minute=32"}, {"memory.load", "1 minute=32 5 minute=32 15 minute=32"},
	} {
		for _, specs := range [][]string{{"memory.load[1]", test.second}, {test.second, "memory.load[1]"}} {
			g, err := libpcp.NewContext(newSampled()).Group(ctx, specs...)
			if err != nil {
				t.Fatal(err)
			}
			sample, err := g.Fetch(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if got := spellReadings(sample, "memory.load"); got != test.want {
				t.Errorf("%q: %s, want %s", specs, got, test.want)
			}
		}
	}
}
