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

func (s *sampled) Ask(ctx context.Context, queries ...libpcp.Query) {
	s.batches++
	s.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			q.Result.Time, q.Result.Changes, s.changes = s.now, s.changes, 0
		case *libpcp.KindQuery:
			s.batches-- // not about metrics
		}
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

func (s nameless) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, s.sampled, queries, func(q libpcp.Query) bool {
		_, ok := q.(*libpcp.InstancesQuery)
		if ok {
			q.Fail(libpcp.ErrAgain)
		}
		return ok
	})
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

// TestGroupWithout goes on without a metric, which comes later, in the units that
// were asked for.
func TestGroupWithout(t *testing.T) {
	ctx := t.Context()
	s := newSampled()
	m := s.metric("memory.one")
	m.Name, m.Desc.Units = "memory.later", libpcp.KByte
	c := libpcp.NewContext(s)
	if g, err := c.Group(ctx, "memory.one", "no.such"); g != nil || !errors.Is(err, libpcp.ErrName) {
		t.Errorf("none exists: %v, %v", g, err)
	}
	g, err := c.Group(ctx, "memory.one", "memory.host.name", "no.such")
	if g == nil || !errors.Is(err, libpcp.ErrName) || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("%v, %v", g, err)
	}
	if err := g.SetUnits("memory.one", libpcp.MByte); err != nil {
		t.Error(err)
	}
	if _, err := g.Desc("memory.one"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("descriptor: %v", err)
	}
	for _, metric := range []string{"memory.one", "memory.host.name"} {
		sample, err := g.Fetch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if readings, err := sample.Values(metric); (err == nil) != (metric != "memory.one") {
			t.Errorf("%s: %v, %v", metric, readings, err)
		}
	}
	m.Name = "memory.one"
	for i, want := range []string{"=1", "=2+0.5"} {
		s.set("memory.one", uint32(1024*(i+1)))
		s.now = s.now.Add(2 * time.Second)
		sample, err := g.Fetch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got := spellReadings(sample, "memory.one"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		readings, _ := sample.Values("memory.one")
		if r := readings[0]; r.Units() != libpcp.MByte || r.RateUnits() != "Mbyte / sec" {
			t.Errorf("in %v and %s", r.Units(), r.RateUnits())
		}
	}
	if d, err := g.Desc("memory.one"); err != nil || d.Units != libpcp.KByte || d.Sem != libpcp.SemCounter {
		t.Errorf("descriptor %+v, %v", d, err)
	}
}

// TestSetUnits has the units of readings, and of their rates.
func TestSetUnits(t *testing.T) {
	ctx := t.Context()
	for _, test := range []struct {
		have        libpcp.Units
		want        []libpcp.Units
		err         error
		units, rate string
		reading     string
	}{
		{have: libpcp.KByte, units: "Kbyte", rate: "Kbyte / sec", reading: "=6144+512"},
		{have: libpcp.KByte, want: []libpcp.Units{libpcp.MByte | libpcp.PerMin}, units: "Kbyte", rate: "Mbyte / min", reading: "=6144+30"},
		{have: libpcp.KByte, want: []libpcp.Units{libpcp.MByte | libpcp.PerMin, libpcp.KByte}, units: "Kbyte", rate: "Kbyte / sec", reading: "=6144+512"},
		{have: libpcp.Millisec, units: "millisec", rate: "millisec / sec", reading: "=6144+512"},
		{have: libpcp.Millisec, want: []libpcp.Units{libpcp.NoUnits}, units: "millisec", rate: "", reading: "=6144+0.512"},
		{have: libpcp.Count, want: []libpcp.Units{libpcp.KByte}, err: libpcp.ErrConv, units: "count", rate: "count / sec", reading: "=6144+512"},
		{have: libpcp.KByte, want: []libpcp.Units{libpcp.Byte + 7<<16}, err: libpcp.ErrUnit, units: "Kbyte", rate: "Kbyte / sec", reading: "=6144+512"},
	} {
		s := newSampled()
		s.metric("memory.one").Desc.Units = test.have
		g, err := libpcp.NewContext(s).Group(ctx, "memory.one", "memory.host.name")
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range test.want {
			err = g.SetUnits("memory.one", u)
		}
		if !errors.Is(err, test.err) {
			t.Errorf("%v to %v: %v", test.have, test.want, err)
		}
		s.set("memory.one", 1024)
		g.Fetch(ctx)
		s.set("memory.one", 6144)
		s.now = s.now.Add(10 * time.Second)
		sample, err := g.Fetch(ctx)
		if err != nil {
			t.Fatal(err)
		}
		readings, _ := sample.Values("memory.one")
		if got := spellReadings(sample, "memory.one"); got != test.reading || readings[0].Units().String() != test.units || readings[0].RateUnits() != test.rate {
			t.Errorf("%v to %v: %s in %v, %s", test.have, test.want, got, readings[0].Units(), readings[0].RateUnits())
		}
	}
	g, err := libpcp.NewContext(newSampled()).Group(ctx, "memory.host.name")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.SetUnits("memory.host.name", libpcp.NoUnits); !errors.Is(err, libpcp.ErrType) {
		t.Errorf("a string: %v", err)
	}
	if err := g.SetUnits("memory.one", libpcp.KByte); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("not in the group: %v", err)
	}
}

func TestMergedLabels(t *testing.T) {
	ctx := t.Context()
	s := newSampled()
	c := libpcp.NewContext(s)
	for metric, inst := range map[string]int32{"memory.one": libpcp.NullInst, "memory.load": 5} {
		set, err := c.MergedLabels(ctx, s.metric(metric).Desc.PMID, inst)
		if err != nil || set.Inst != inst || len(set.Labels) != 1 || set.JSON != `{"source":"memory"}` {
			t.Errorf("%s: %+v, %v", metric, set, err)
		}
		class := libpcp.LabelItem
		if inst != libpcp.NullInst {
			class = libpcp.LabelInstances
		}
		if libpcp.LabelClass(set.Labels[0].Flags) != class {
			t.Errorf("%s: %+v", metric, set.Labels[0])
		}
	}
	if _, err := c.MergedLabels(ctx, libpcp.NullPMID, libpcp.NullInst); err == nil {
		t.Error("no metric")
	}
}

// labelled is a source with labels at each level, or errors.
type labelled struct {
	domain libpcp.InDom
	fails  map[libpcp.LabelClass]bool
	empty  bool
	asked  []libpcp.LabelID
}

func (l *labelled) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.DescsQuery:
			q.Replies = []libpcp.DescReply{{Desc: libpcp.Desc{PMID: q.IDs[0], InDom: l.domain}}}
		case *libpcp.LabelsQuery:
			l.asked = append(l.asked, q.ID)
			class := fmt.Sprint(int(q.ID.Class))
			set := func(inst int32) libpcp.LabelSet {
				labels := []libpcp.Label{{Name: "l" + class, Value: fmt.Sprint(inst), Flags: uint8(q.ID.Class)}, {Name: "last", Value: class, Flags: uint8(q.ID.Class)}}
				return libpcp.LabelSet{Inst: inst, Labels: labels}
			}
			switch {
			case l.fails[q.ID.Class]:
				q.Fail(libpcp.ErrNoLabels)
			case l.empty:
			case q.ID.Class == libpcp.LabelInstances:
				q.Sets = []libpcp.LabelSet{set(4), set(5)}
			default:
				q.Sets = []libpcp.LabelSet{set(libpcp.NullInst)}
			}
		default:
			q.Decline()
		}
	}
}

func (*labelled) Close() error { return nil }

// TestMergedLevels has labels of each level, of which the last to have one counts,
// without levels that fail.
func TestMergedLevels(t *testing.T) {
	id, domain := libpcp.NewPMID(3, 4, 5), libpcp.NewInDom(3, 6)
	all := map[libpcp.LabelClass]bool{libpcp.LabelContext: true, libpcp.LabelDomain: true, libpcp.LabelInDom: true,
		libpcp.LabelCluster: true, libpcp.LabelItem: true, libpcp.LabelInstances: true}
	for _, test := range []struct {
		source labelled
		inst   int32
		want   string
		err    error
	}{
		{labelled{domain: domain}, 5, `{"l1":-1,"l16":-1,"l2":-1,"l32":5,"l4":-1,"l8":-1,"last":32}`, nil},
		{labelled{domain: domain}, libpcp.NullInst, `{"l1":-1,"l16":-1,"l2":-1,"l4":-1,"l8":-1,"last":16}`, nil},
		{labelled{domain: libpcp.NullInDom}, libpcp.NullInst, `{"l1":-1,"l16":-1,"l2":-1,"l8":-1,"last":16}`, nil},
		{labelled{domain: domain, fails: map[libpcp.LabelClass]bool{libpcp.LabelItem: true, libpcp.LabelContext: true}}, libpcp.NullInst, `{"l2":-1,"l4":-1,"l8":-1,"last":8}`, nil},
		{labelled{domain: domain, fails: all}, 5, "", libpcp.ErrNoLabels},
		{labelled{domain: domain, empty: true}, 5, "", nil},
	} {
		set, err := libpcp.NewContext(&test.source).MergedLabels(t.Context(), id, test.inst)
		inst := test.inst
		if test.want == "" {
			inst = libpcp.NullInst
		}
		if set.JSON != test.want || set.Inst != inst || !errors.Is(err, test.err) {
			t.Errorf("got %+v, %v; want %s, %v", set, err, test.want, test.err)
		}
		for _, asked := range test.source.asked {
			want := map[libpcp.LabelClass]uint32{libpcp.LabelContext: uint32(libpcp.NullPMID), libpcp.LabelDomain: 3, libpcp.LabelInDom: uint32(domain),
				libpcp.LabelCluster: uint32(libpcp.NewPMID(3, 4, 0)), libpcp.LabelItem: uint32(id), libpcp.LabelInstances: uint32(domain)}[asked.Class]
			if asked.Ident != want {
				t.Errorf("asked for class %d of %#x, want %#x", asked.Class, asked.Ident, want)
			}
		}
	}
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
