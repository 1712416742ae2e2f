package pmda_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

const testDomain = 300

// Instance domains of the test agent.
var (
	fixed = &pmda.InDom{Serial: 0, OneLine: "short", Labels: `{"kind":"fixed"}`,
		Instances: []libpcp.Instance{{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}}}
	listed = &pmda.InDom{Serial: 1, Help: "long", Members: pmda.MembersFunc(func(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
		return []libpcp.Instance{{ID: 7, Name: "seven"}, {ID: 8, Name: "eight"}, {ID: 9, Name: "nine"}}, nil
	})}
)

// testAgent has a metric for everything that can happen to one.
func testAgent() *pmda.Agent {
	a := &pmda.Agent{Name: "test", Root: "test"}
	a.InDoms = []*pmda.InDom{fixed, listed}
	a.Metrics = []pmda.Metric{
		{Name: "big.number", Item: 0, Type: libpcp.TypeU32, Fetch: give(libpcp.Uint64Atom(7)), OneLine: "a number"},
		{Name: "overflow", Item: 1, Type: libpcp.TypeU32, Fetch: give(libpcp.Uint64Atom(1 << 40))},
		{Name: "text", Item: 2, Type: libpcp.TypeString, Fetch: give(libpcp.StringAtom("hi")), Labels: `{"x":1}`},
		{Name: "none", Item: 3, Type: libpcp.Type32, Fetch: fail(pmda.NoValue)},
		{Name: "failing", Item: 4, Type: libpcp.Type32, Fetch: fail(fmt.Errorf("disk: %w", libpcp.ErrAgain))},
		{Name: "panicking", Item: 5, Type: libpcp.Type32, Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			panic("oops")
		}},
		{Name: "late", Item: 6, Type: libpcp.Type64, InDom: listed, Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			if r.Inst == 9 {
				panic("oops")
			}
			return libpcp.Int64Atom(int64(r.Inst)), nil
		}},
		{Name: "some", Item: 7, Type: libpcp.Type64, InDom: listed, Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			if r.Inst == 9 {
				return libpcp.Atom{}, libpcp.ErrAgain
			}
			return libpcp.Int64Atom(int64(r.Inst)), nil
		}},
		{Name: "all", Item: 8, Type: libpcp.Type32, InDom: fixed, Values: func(context.Context, *pmda.Request) ([]pmda.Value, error) {
			return []pmda.Value{{Inst: 5, Atom: libpcp.Int32Atom(5)}, {Inst: 77, Atom: libpcp.Int32Atom(77)}}, nil
		}},
		{Name: "lost", Item: 9, Desc: func(context.Context, *pmda.Request) (libpcp.Desc, error) {
			return libpcp.Desc{InDom: libpcp.NewInDom(testDomain, 99)}, nil
		}, Fetch: give(libpcp.Int32Atom(1))},
		{Name: "unsupported", Item: 10, Type: libpcp.TypeNoSupport},
		{Name: "stored", Cluster: 1, Item: 0, Type: libpcp.Type32, InDom: fixed, Fetch: fail(pmda.NoValue),
			Store: func(_ context.Context, r *pmda.Request, v libpcp.Atom) error {
				if r.Inst != 1 && r.Inst != 5 {
					return libpcp.ErrInst
				}
				if v.Int64() < 0 {
					panic("negative")
				}
				return nil
			}},
		{Name: "again.number", Item: 0},
	}
	for i := range a.Metrics {
		if m := &a.Metrics[i]; m.Name != "again.number" {
			m.Sem = libpcp.SemInstant
		}
	}
	return a
}

func give(v libpcp.Atom) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return v, nil }
}

func fail(err error) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Atom{}, err }
}

var ctx = context.Background()

func id(cluster, item uint32) libpcp.PMID { return libpcp.NewPMID(testDomain, cluster, item) }

func TestFetch(t *testing.T) {
	var log bytes.Buffer
	s := pmda.NewService(testAgent(), testDomain, pmda.NewLogger(&log, "test"))
	onlySeven := &libpcp.Profile{}
	onlySeven.Add(libpcp.NewInDom(testDomain, 1), 7)
	for _, test := range []struct {
		item    uint32
		profile *libpcp.Profile
		want    string
	}{
		{0, nil, "[{-1 7}]"},
		{1, nil, libpcp.ErrTrunc.Error()},
		{2, nil, "[{-1 hi}]"},
		{3, nil, "none"},
		{4, nil, libpcp.ErrAgain.Error()},
		{5, nil, libpcp.ErrGeneric.Error()},
		{6, nil, libpcp.ErrGeneric.Error()},
		{6, onlySeven, "[{7 7}]"},
		{7, nil, "[{7 7} {8 8}]"},
		{7, onlySeven, "[{7 7}]"},
		{8, nil, "[{5 5} {77 77}]"},
		{9, nil, libpcp.ErrInDom.Error()},
		{10, nil, libpcp.ErrAppVersion.Error()},
		{999, nil, libpcp.ErrPMID.Error()},
	} {
		sets, err := s.Fetch(ctx, &pmda.Client{}, []libpcp.PMID{id(0, test.item)}, test.profile)
		if err != nil {
			t.Fatal(err)
		}
		if got := spell(s, &sets[0]); got != test.want {
			t.Errorf("item %d: got %s, want %s", test.item, got, test.want)
		}
	}
	if !strings.Contains(log.String(), "Error: test: panicking: panic: oops") ||
		!strings.Contains(log.String(), "service_test.go") {
		t.Errorf("log: %s", log.String())
	}
	if strings.Contains(log.String(), "300.0.4") || !strings.Contains(log.String(), "300.0.1") {
		t.Errorf("what should be logged: %s", log.String())
	}
}

// spell spells a value set.
func spell(s *pmda.Service, set *libpcp.ValueSet) string {
	switch {
	case set.Err != nil:
		return set.Err.Error()
	case len(set.Values) == 0:
		return "none"
	}
	d, _ := s.Desc(ctx, &pmda.Client{}, set.PMID)
	var words []string
	for _, v := range set.Values {
		a, err := libpcp.Extract(set.Format, v, d.Type, d.Type)
		if err != nil {
			return err.Error()
		}
		word := a.Text()
		if d.Type != libpcp.TypeString {
			word = fmt.Sprint(a.Int64())
		}
		words = append(words, fmt.Sprintf("{%d %s}", v.Inst, word))
	}
	return fmt.Sprint(words)
}

// TestFresh wants lists of instances to be copied, but for those that the
// agent gives away.
func TestFresh(t *testing.T) {
	list := []libpcp.Instance{{ID: 1, Name: "one"}}
	for _, fresh := range []bool{false, true} {
		d := &pmda.InDom{Fresh: fresh, Members: pmda.MembersFunc(func(context.Context, *pmda.Request) ([]libpcp.Instance, error) { return list, nil })}
		s := pmda.NewService(&pmda.Agent{Name: "lists", InDoms: []*pmda.InDom{d}}, testDomain, nil)
		got, err := s.Instances(t.Context(), new(pmda.Client), libpcp.NewInDom(testDomain, 0))
		if err != nil || !slices.Equal(got, list) {
			t.Fatalf("%v, %v", got, err)
		}
		if copied := &got[0] != &list[0]; copied == fresh {
			t.Errorf("fresh %v: copied is %v", fresh, copied)
		}
	}
}

// TestEncoded has values that a metric's own function has encoded, among others.
func TestEncoded(t *testing.T) {
	agent := testAgent()
	agent.Metrics = append(agent.Metrics, pmda.Metric{
		Name: "test.encoded", Cluster: 5, Item: 1, Type: libpcp.TypeString, InDom: agent.InDoms[0], Sem: libpcp.SemInstant,
		Encoded: func(context.Context, *pmda.Request) (libpcp.Format, []libpcp.Value, error) {
			var e libpcp.Encoder
			v, format, err := e.Value(7, libpcp.StringAtom("seven"))
			return format, []libpcp.Value{v}, err
		},
	}, pmda.Metric{
		Name: "test.none", Cluster: 5, Item: 2, Type: libpcp.TypeString, InDom: agent.InDoms[0], Sem: libpcp.SemInstant,
		Encoded: func(context.Context, *pmda.Request) (libpcp.Format, []libpcp.Value, error) {
			return 0, nil, libpcp.ErrAgain
		},
	})
	s := pmda.NewService(agent, testDomain, nil)
	first := agent.Metrics[0]
	before := id(uint32(first.Cluster), uint32(first.Item))
	sets, err := s.Fetch(ctx, &pmda.Client{}, []libpcp.PMID{before, id(5, 1), id(5, 2), before}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := spell(s, &sets[1]); got != "[{7 seven}]" {
		t.Error("encoded:", got)
	}
	if sets[2].Err != libpcp.ErrAgain {
		t.Error("failed:", spell(s, &sets[2]))
	}
	if a, b := spell(s, &sets[0]), spell(s, &sets[3]); a != b {
		t.Error("before:", a, "after:", b)
	}
}

func TestStore(t *testing.T) {
	s := pmda.NewService(testAgent(), testDomain, nil)
	set := func(id libpcp.PMID, values ...libpcp.Value) []libpcp.ValueSet {
		return []libpcp.ValueSet{{PMID: id, Values: values}}
	}
	for _, test := range []struct {
		sets []libpcp.ValueSet
		want error
	}{
		{set(id(1, 0), libpcp.Value{Inst: 1, Word: 3}, libpcp.Value{Inst: 5, Word: 3}), nil},
		{set(id(1, 0), libpcp.Value{Inst: 2, Word: 3}), libpcp.ErrInst},
		{set(id(1, 0), libpcp.Value{Inst: 1, Word: 0xffffffff}), libpcp.ErrGeneric},
		{set(id(1, 0)), libpcp.ErrBadStore},
		{set(id(0, 0), libpcp.Value{Inst: -1}), libpcp.ErrPermission},
		{set(id(7, 7), libpcp.Value{Inst: -1}), libpcp.ErrPMID},
		{[]libpcp.ValueSet{{PMID: id(1, 0), Format: libpcp.PointerDynamic, Values: []libpcp.Value{{Inst: 1}}}}, libpcp.ErrConv},
	} {
		if err := s.Store(ctx, &pmda.Client{}, test.sets); !errors.Is(err, test.want) {
			t.Errorf("%+v: got %v, want %v", test.sets, err, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	s := pmda.NewService(testAgent(), testDomain, nil)
	c := &pmda.Client{}
	for _, test := range []struct {
		name string
		want string
	}{
		{"test.big.number", "300.0.0 <nil>"},
		{"test.again.number", "300.0.0 <nil>"},
		{"test.big", "PM_ID_NULL " + libpcp.ErrNonLeaf.Error()},
		{"test", "PM_ID_NULL " + libpcp.ErrNonLeaf.Error()},
		{"", "PM_ID_NULL " + libpcp.ErrNonLeaf.Error()},
		{"test.big.number.x", "PM_ID_NULL " + libpcp.ErrName.Error()},
		{"tes", "PM_ID_NULL " + libpcp.ErrName.Error()},
		{"test.bi", "PM_ID_NULL " + libpcp.ErrName.Error()},
		{"testing", "PM_ID_NULL " + libpcp.ErrName.Error()},
		{"big.number", "PM_ID_NULL " + libpcp.ErrName.Error()},
	} {
		id, err := s.Lookup(ctx, c, test.name)
		if got := fmt.Sprint(id, " ", err); got != test.want {
			t.Errorf("%q: got %s, want %s", test.name, got, test.want)
		}
	}
	names, err := s.Names(ctx, c, id(0, 0))
	if want := []string{"test.big.number", "test.again.number"}; !slices.Equal(names, want) || err != nil {
		t.Errorf("got %q, %v", names, err)
	}
	children, err := s.Children(ctx, c, "test")
	if len(children) != 13 || children[0] != (libpcp.Child{Name: "big"}) || children[1] != (libpcp.Child{Name: "overflow", Leaf: true}) {
		t.Errorf("got %v, %v", children, err)
	}
	below, err := s.Traverse(ctx, c, "test.again")
	if !slices.Equal(below, []string{"test.again.number"}) {
		t.Errorf("got %q, %v", below, err)
	}
}

func TestTextAndLabels(t *testing.T) {
	s := pmda.NewService(testAgent(), testDomain, nil)
	c := &pmda.Client{}
	text := func(kind libpcp.TextKind, ident uint32) string {
		text, err := s.Text(ctx, c, libpcp.TextID{Kind: kind, Ident: ident})
		return fmt.Sprint(text, err)
	}
	for _, test := range []struct{ got, want string }{
		{text(libpcp.TextOneLine|libpcp.TextPMID, uint32(id(0, 0))), "a number<nil>"},
		{text(libpcp.TextHelp|libpcp.TextPMID, uint32(id(0, 0))), "a number<nil>"},
		{text(libpcp.TextHelp|libpcp.TextPMID, uint32(id(0, 1))), libpcp.ErrText.Error()},
		{text(libpcp.TextHelp|libpcp.TextPMID, 1), libpcp.ErrText.Error()},
		{text(libpcp.TextHelp|libpcp.TextInDom, uint32(libpcp.NewInDom(testDomain, 0))), "short<nil>"},
		{text(libpcp.TextHelp|libpcp.TextInDom, uint32(libpcp.NewInDom(testDomain, 1))), "long<nil>"},
		{text(libpcp.TextOneLine|libpcp.TextInDom, uint32(libpcp.NewInDom(testDomain, 1))), libpcp.ErrText.Error()},
		{labels(s, libpcp.LabelDomain, testDomain), `[{"agent":"test"}]`},
		{labels(s, libpcp.LabelItem, uint32(id(0, 2))), `[{"x":1}]`},
		{labels(s, libpcp.LabelItem, uint32(id(0, 1))), `[]`},
		{labels(s, libpcp.LabelInDom, uint32(libpcp.NewInDom(testDomain, 0))), `[{"kind":"fixed"}]`},
		{labels(s, libpcp.LabelInstances, uint32(libpcp.NewInDom(testDomain, 0))), `[ ]`},
		{labels(s, libpcp.LabelInstances, uint32(libpcp.NewInDom(testDomain, 5))), libpcp.ErrInDom.Error()},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func labels(s *pmda.Service, class libpcp.LabelClass, ident uint32) string {
	sets, err := s.Labels(ctx, &pmda.Client{}, libpcp.LabelID{Class: class, Ident: ident}, nil)
	if err != nil {
		return err.Error()
	}
	var texts []string
	for _, set := range sets {
		texts = append(texts, set.JSON)
	}
	return fmt.Sprint(texts)
}

// TestReplace changes the tables as an agent does whose metrics come and go.
func TestReplace(t *testing.T) {
	a := testAgent()
	s := pmda.NewService(a, testDomain, nil)
	c := &pmda.Client{}
	if _, err := s.Desc(ctx, c, id(0, 0)); err != nil {
		t.Fatal(err)
	}
	a.Before = func(_ context.Context, r *pmda.Request) error {
		if r.Kind == pmda.KindDesc {
			a.Replace([]pmda.Metric{{Name: "new", Item: 50}}, nil)
		}
		return nil
	}
	if _, err := s.Desc(ctx, c, id(0, 0)); !errors.Is(err, libpcp.ErrPMID) {
		t.Errorf("old metric: %v", err)
	}
	if _, err := s.Desc(ctx, c, id(0, 50)); err != nil {
		t.Errorf("new metric: %v", err)
	}
	if got := s.Changes(); got != libpcp.NamesChanged {
		t.Errorf("changes: %v", got)
	}
	if got := s.Changes(); got != 0 {
		t.Errorf("changes a second time: %v", got)
	}
}

func TestPerRequestAndClient(t *testing.T) {
	var file pmda.PerRequest[int]
	var asked pmda.PerClient[int]
	reads, ended := 0, 0
	fetch := func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
		*asked.Of(r.Client)++
		n, err := file.Get(r, func() (int, error) { reads++; return 10 * reads, nil })
		return libpcp.Int64Atom(int64(n + *asked.Of(r.Client))), err
	}
	a := &pmda.Agent{Name: "a", Fetch: fetch, EndClient: func(*pmda.Client) { ended++ }, Metrics: []pmda.Metric{
		{Name: "a", Item: 1, Type: libpcp.Type64, Sem: libpcp.SemInstant},
		{Name: "b", Item: 2, Type: libpcp.Type64, Sem: libpcp.SemInstant}}}
	s := pmda.NewService(a, testDomain, nil)
	one, two := &pmda.Client{Number: 1}, &pmda.Client{Number: 2}
	for _, test := range []struct {
		client *pmda.Client
		want   string
	}{
		{one, "[{-1 11}] [{-1 12}]"}, {two, "[{-1 21}] [{-1 22}]"}, {one, "[{-1 33}] [{-1 34}]"},
	} {
		sets, err := s.Fetch(ctx, test.client, []libpcp.PMID{id(0, 1), id(0, 2)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := spell(s, &sets[0]) + " " + spell(s, &sets[1]); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	s.EndClient(one)
	if ended != 1 || *asked.Of(one) != 0 || *asked.Of(two) != 2 {
		t.Errorf("%d ended; %d, %d", ended, *asked.Of(one), *asked.Of(two))
	}
}

// A set has values of one format: what does not fit in with the first value is
// left out, rather than taken for something else.
func TestMixedFormats(t *testing.T) {
	a := &pmda.Agent{Name: "a", Metrics: []pmda.Metric{{Name: "mixed",
		Desc: func(context.Context, *pmda.Request) (libpcp.Desc, error) {
			return libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}, nil
		},
		Values: func(context.Context, *pmda.Request) ([]pmda.Value, error) {
			return []pmda.Value{{Inst: 1, Atom: libpcp.Uint32Atom(7)}, {Inst: 2, Atom: libpcp.Uint64Atom(8)}, {Inst: 3, Atom: libpcp.Uint32Atom(9)}}, nil
		}}}}
	s := pmda.NewService(a, testDomain, nil)
	sets, err := s.Fetch(ctx, &pmda.Client{}, []libpcp.PMID{id(0, 0)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []libpcp.Value{{Inst: 1, Word: 7}, {Inst: 3, Word: 9}}
	if got := sets[0]; got.Format != libpcp.InSitu || len(got.Values) != 2 || got.Values[0].Word != want[0].Word || got.Values[1].Word != want[1].Word {
		t.Errorf("got %+v", got)
	}
}

func TestOpen(t *testing.T) {
	opened := 0
	a := testAgent()
	a.Open = func(context.Context, *pmda.Logger) error { opened++; return libpcp.ErrPermission }
	s := pmda.NewService(a, testDomain, nil)
	for range 2 {
		if _, err := s.Fetch(ctx, &pmda.Client{}, []libpcp.PMID{id(0, 0)}, nil); !errors.Is(err, libpcp.ErrPermission) {
			t.Error(err)
		}
	}
	if opened != 1 {
		t.Errorf("opened %d times", opened)
	}
	if _, err := s.Lookup(ctx, &pmda.Client{}, "other.name"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("a name of others: %v", err)
	}
}
