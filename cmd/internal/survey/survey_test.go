package survey

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/internal/archivetest"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmda"
)

// house is an agent whose rooms have temperatures, and can be changed.
type house struct {
	rooms []libpcp.Instance
	lists int // of rooms that were asked for
}

func newHouse() *house {
	return &house{rooms: []libpcp.Instance{{ID: 1, Name: "kitchen"}, {ID: 4, Name: "hall"}}}
}

// survey asks a local context about the house.
func (h *house) survey(t *testing.T, want Want) *Survey {
	t.Helper()
	rooms := &pmda.InDom{OneLine: "the rooms", Labels: `{"part":"inside"}`, Members: pmda.MembersFunc(func(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
		h.lists++
		return h.rooms, nil
	})}
	agent := &pmda.Agent{
		Name: "house", Domain: 401, InDoms: []*pmda.InDom{rooms}, Labels: pmda.Labels{JSON: `{"street":"High"}`},
		Metrics: []pmda.Metric{
			{Name: "house.temperature", Item: 0, InDom: rooms, Type: libpcp.TypeDouble, Sem: libpcp.SemInstant, OneLine: "how warm", Labels: `{"part":"air"}`},
			{Name: "house.water", Item: 1, Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "how much", Help: "in litres"},
			{Name: "house.broken", Item: 2, Type: libpcp.TypeU64, Sem: libpcp.SemInstant, OneLine: "not known"},
		},
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			switch r.Metric.Item {
			case 0:
				return libpcp.DoubleAtom(float64(20 + r.Inst)), nil
			case 1:
				return libpcp.Uint64Atom(7), nil
			}
			return libpcp.Atom{}, libpcp.ErrAgain
		},
	}
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 401, New: func() *pmda.Agent { return agent }}))
	t.Cleanup(func() { c.Close() })
	return &Survey{C: c, Want: want, Batch: 2}
}

// records are what a survey makes of names, in short.
func records(t *testing.T, s *Survey, names ...string) (all []string) {
	t.Helper()
	err := s.Metrics(t.Context(), libpcp.NameListOf(names), func(m *report.Metric) error {
		all = append(all, short(m))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func short(m *report.Metric) string {
	var b strings.Builder
	b.WriteString(m.Name)
	if m.Err != nil {
		fmt.Fprintf(&b, " %s!%v", m.Err.Call, m.Err.Err)
	}
	if m.Count != nil {
		fmt.Fprintf(&b, " %d", *m.Count)
	}
	values := m.Values
	if values == nil {
		values = report.ListOf[report.Value]()
	}
	for v := range values.All {
		b.WriteString(" ")
		if v.Instance != nil {
			fmt.Fprintf(&b, "%s%s=", v.Instance.Name, labels(v.Instance.Labels))
		}
		if v.Atom != nil {
			fmt.Fprint(&b, v.Atom.Float64())
		}
	}
	for _, text := range []*string{m.OneLine, m.Help} {
		if text != nil {
			fmt.Fprintf(&b, " %q", *text)
		}
	}
	return b.String() + labels(m.Labels)
}

func labels(all []libpcp.Label) (text string) {
	for _, l := range all {
		if l.Name == "street" || l.Name == "part" { // others are of the machine
			text += "{" + l.Name + "=" + l.Value + "}"
		}
	}
	return text
}

func TestMetrics(t *testing.T) {
	const unknown = "nosuch pmLookupName!Unknown metric name"
	for _, tt := range []struct {
		name string
		want Want
		all  []string
	}{
		{"names", Want{}, []string{"house.temperature", "house.water", unknown, "house.broken"}},
		{"values", Want{Values: true}, []string{"house.temperature 2 kitchen=21 hall=24", "house.water 1 7", unknown, "house.broken !Try again. Information not currently available"}},
		{"counts", Want{Values: true, Counts: true}, []string{"house.temperature 2", "house.water 1", unknown, "house.broken !Try again. Information not currently available"}},
		{"domains", Want{Domains: true}, []string{"house.temperature 2 kitchen= hall=", "house.water 1 ", unknown, "house.broken 1 "}},
		{"help", Want{OneLine: true, Help: true}, []string{`house.temperature "how warm" "how warm"`, `house.water "how much" "in litres"`, unknown, `house.broken "not known" "not known"`}},
		{"labels", Want{Labels: true}, []string{`house.temperature{part="air"}{street="High"}`, `house.water{street="High"}`, unknown, `house.broken{street="High"}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newHouse().survey(t, tt.want)
			if got := records(t, s, "house.temperature", "house.water", "nosuch", "house.broken"); !slices.Equal(got, tt.all) {
				t.Errorf("got  %q\nwant %q", got, tt.all)
			}
			if f := s.Lost(); f != nil {
				t.Errorf("lost %v", f)
			}
		})
	}
	t.Run("stop", func(t *testing.T) {
		stop, n := errors.New("stop"), 0
		err := newHouse().survey(t, Want{}).Metrics(t.Context(), libpcp.NameListOf([]string{"house.water", "house.broken", "nosuch"}), func(*report.Metric) error {
			n++
			return stop
		})
		if err != stop || n != 1 {
			t.Errorf("%v after %d", err, n)
		}
	})
}

func TestSelect(t *testing.T) {
	const unknown = "Unknown metric name"
	for _, tt := range []struct {
		operands []string
		want     string
	}{
		{nil, "house.temperature house.water house.broken;"},
		{[]string{"house.water"}, "house.water;"},
		{[]string{"house.w*", "house.*r*"}, "house.water house.temperature house.water house.broken;"},
		{[]string{"nosuch", "house.water", "house.x*", "h?use.broken"},
			"!nosuch " + unknown + ";house.water !house.x* " + unknown + ";house.broken;"},
	} {
		s := newHouse().survey(t, Want{})
		var got string
		for _, sel := range s.Select(t.Context(), tt.operands...) {
			words := slices.Collect(sel.Names.All())
			if p := sel.Problem; p != nil {
				words = append(words, "!"+p.Operand, p.Failure.Err.Error())
			}
			got += strings.Join(words, " ") + ";"
		}
		if got != tt.want {
			t.Errorf("%q selects %q, want %q", tt.operands, got, tt.want)
		}
	}
}

func TestInDom(t *testing.T) {
	s := newHouse().survey(t, Want{OneLine: true, Labels: true})
	d := s.InDom(t.Context(), libpcp.NewInDom(401, 0))
	if d.Err != nil || d.OneLine == nil || *d.OneLine != "the rooms" || labels(d.Labels) != `{part="inside"}{street="High"}` {
		t.Errorf("%+v", d)
	}
	var names []string
	for _, i := range d.Instances.Slice() {
		names = append(names, i.Name)
	}
	if !slices.Equal(names, []string{"kitchen", "hall"}) {
		t.Errorf("instances %q", names)
	}
	if d := s.InDom(t.Context(), libpcp.NewInDom(401, 9)); d.Err == nil || d.Err.Call != "pmGetInDom" || libpcp.Code(d.Err.Err) != libpcp.ErrInDom {
		t.Errorf("one that is not there: %+v", d)
	}
}

// TestUpdate asks for a live domain again only if its instances may be others.
func TestUpdate(t *testing.T) {
	values := func(ids ...int32) (all []libpcp.Value) {
		for _, id := range ids {
			all = append(all, libpcp.Value{Inst: id})
		}
		return all
	}
	d := libpcp.NewInDom(401, 0)
	for _, tt := range []struct {
		name   string
		now    []libpcp.Value
		before *libpcp.ValueSet
		asked  bool
	}{
		{"the same", values(1, 4), &libpcp.ValueSet{Values: values(1, 4)}, false},
		{"fewer", values(4), &libpcp.ValueSet{Values: values(1, 4)}, false},
		{"the first sample", values(1, 4), nil, false},
		{"one that is not known", values(1, 5), nil, true},
		{"one that had no value", values(1, 4), &libpcp.ValueSet{Values: values(1)}, true},
		{"one in between", values(1, 2, 4), &libpcp.ValueSet{Values: values(1, 4)}, true},
	} {
		h := newHouse()
		s := h.survey(t, Want{Values: true})
		records(t, s, "house.temperature")
		h.rooms = []libpcp.Instance{{ID: 1, Name: "new"}}
		h.lists = 0
		s.Update(t.Context(), d, tt.now, tt.before, time.Time{})
		list, err := s.AllInstances(t.Context(), d)
		if err != nil || (h.lists > 0) != tt.asked || (list[0].Name == "new") != tt.asked {
			t.Errorf("%s: asked %d times, %v, %v", tt.name, h.lists, list, err)
		}
	}
}

// TestArchiveDomains has an instance whose number becomes that of another.
func TestArchiveDomains(t *testing.T) {
	d, start := libpcp.NewInDom(60, 1), time.Unix(1e9, 0).UTC()
	later := start.Add(time.Minute)
	id := libpcp.NewPMID(60, 0, 0)
	at := func(when time.Time) *libpcp.Result {
		return &libpcp.Result{Time: when, Sets: []libpcp.ValueSet{{PMID: id, Values: []libpcp.Value{{Inst: 3, Word: 1}}}}}
	}
	history := archivetest.History{Version: 2, Start: start,
		Metrics: []archivetest.Metric{{Desc: libpcp.Desc{PMID: id, Type: libpcp.Type32, InDom: d, Sem: libpcp.SemInstant}, Names: []string{"m"}}},
		Domains: []archivetest.Domain{{InDom: d, Versions: []archivetest.Membership{
			{From: start, Instances: []libpcp.Instance{{ID: 3, Name: "old"}}},
			{From: later, Instances: []libpcp.Instance{{ID: 3, Name: "new"}, {ID: 5, Name: "more"}}},
		}}},
		Records: []*libpcp.Result{at(start), at(later)}}
	base := filepath.Join(t.TempDir(), "archive")
	if err := history.Write(base); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	s := &Survey{C: c, Want: Want{Values: true}, Batch: 1}
	s.forget()
	for when, want := range map[time.Time]string{start: "old", later: "new"} {
		s.Update(t.Context(), d, nil, nil, when)
		if got, ok := s.domain(t.Context(), d).name(3); !ok || got != want {
			t.Errorf("at %v: %q, want %q", when, got, want)
		}
	}
	all, err := s.AllInstances(t.Context(), d)
	if err != nil || len(all) != 2 {
		t.Errorf("all: %v, %v", all, err)
	}
	every, err := s.EveryInstance(t.Context(), d)
	var names []string
	for _, i := range every {
		names = append(names, i.Name)
	}
	slices.Sort(names)
	if err != nil || !slices.Equal(names, []string{"more", "new", "old"}) {
		t.Errorf("every name: %q, %v", names, err)
	}
}

func TestNewFailure(t *testing.T) {
	dial := func(err error) error { return &pmcd.DialError{Err: err} }
	for _, tt := range []struct {
		call   string
		err    error
		reason report.Reason
	}{
		{"pmFetch", libpcp.ErrIPC, ""},
		{Opening, libpcp.ErrLogFile, report.Unusable},
		{Opening, dial(libpcp.ErrTimeout), report.Unreachable},
		{Opening, dial(libpcp.ErrPermission), report.Refused},
		{Opening, dial(libpcp.ErrConnLimit), report.Refused},
	} {
		if f := NewFailure(tt.call, tt.err); f.Reason != tt.reason || !errors.Is(f.Err, tt.err) {
			t.Errorf("%s, %v: %+v, want the reason %q", tt.call, tt.err, f, tt.reason)
		}
	}
}

// TestLost keeps the first failure after which there is no connection.
func TestLost(t *testing.T) {
	var s Survey
	for _, err := range []error{nil, libpcp.ErrText, libpcp.ErrIPC, libpcp.ErrTimeout} {
		s.Miss(report.Failure{Call: "pmLookupText", Err: err})
	}
	if f := s.Lost(); f == nil || f.Err != libpcp.ErrIPC {
		t.Errorf("lost %v", f)
	}
	if f := s.Lost(); f != nil {
		t.Errorf("lost again: %v", f)
	}
}

// TestOpaque has the bytes of values that are neither numbers nor text, and no value of
// another type than their metric's.
func TestOpaque(t *testing.T) {
	block := libpcp.BlockValue(1, libpcp.Block{Type: libpcp.TypeAggregate, Data: []byte{1, 2, 3}})
	for typ, want := range map[libpcp.Type]string{libpcp.TypeAggregate: "\x01\x02\x03", libpcp.TypeAggregateStatic: "\x01\x02\x03", libpcp.TypeDouble: "", libpcp.TypeString: ""} {
		var v content
		new(Survey).content(t.Context(), &v, typ, libpcp.PointerDynamic, block)
		if want == "" {
			if v.Atom != nil || v.Err == nil || v.Err.Call != "pmExtractValue" {
				t.Errorf("%v: %v, %+v", typ, v.Atom, v.Err)
			}
			continue
		}
		if v.Atom == nil || string(v.Atom.Bytes()) != want || v.Err != nil {
			t.Errorf("%v: %v, %+v", typ, v.Atom, v.Err)
		}
	}
}

// TestParam describes the metric of an event parameter, once, and says if the connection is lost.
func TestParam(t *testing.T) {
	s := newHouse().survey(t, Want{})
	ids, err := s.C.Lookup(t.Context(), "house.water")
	if err != nil {
		t.Fatal(err)
	}
	first := s.param(t.Context(), ids[0])
	if first.Name != "house.water" || first.Desc == nil || first.Desc.Units != libpcp.Count || first.Err != nil {
		t.Errorf("%+v", first)
	}
	if s.param(t.Context(), ids[0]) != first {
		t.Error("it is described again")
	}
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if unknown := s.param(late, ids[0]+1); unknown.Err == nil || s.Lost() == nil {
		t.Errorf("after the end of its time: %+v", unknown)
	}
}
