package pmda_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// validTables is an agent with something in each place that errors can be in.
func validTables() *pmda.Agent {
	const instant = libpcp.SemInstant
	three := &pmda.InDom{Serial: 3, Instances: []libpcp.Instance{{ID: 0, Name: "zero"}, {ID: 7, Name: "seven"}}}
	return &pmda.Agent{
		Name: "test", Domain: 300, Root: "test.more", Subtrees: []string{"sub"},
		Labels: pmda.Labels{JSON: `{"a":1}`, Notes: `{"b":2}`, More: &pmda.Labels{JSON: `{"c":3}`}},
		Metrics: []pmda.Metric{
			{Name: "one", Cluster: 4095, Item: 1023, Type: libpcp.TypeU32, Sem: instant, Fetch: noAtom, Labels: `{"x":1}`},
			{Name: "under.two", Item: 2, Type: libpcp.TypeDouble, InDom: three, Sem: libpcp.SemCounter, Units: libpcp.KByte | libpcp.PerSec, Values: noValues},
			{Name: "under.three", Item: 3, Type: libpcp.TypeHighResEvent, Sem: libpcp.SemDiscrete, Encoded: noBlocks},
			{Name: "alias", Item: 2},
			{Name: "same", Item: 3, Type: libpcp.TypeHighResEvent, Sem: libpcp.SemDiscrete},
			{Name: "unsupported", Item: 4, Type: libpcp.TypeNoSupport},
			{Name: "of.others", Domain: 2, Item: 5},
		},
		InDoms: []*pmda.InDom{{Serial: 0, Labels: `{"y":1}`}, three},
	}
}

// Functions that supply nothing.
func noAtom(context.Context, *pmda.Request) (libpcp.Atom, error)    { return libpcp.Atom{}, nil }
func noValues(context.Context, *pmda.Request) ([]pmda.Value, error) { return nil, nil }
func noBlocks(context.Context, *pmda.Request) (libpcp.Format, []libpcp.Value, error) {
	return 0, nil, nil
}

func TestValidate(t *testing.T) {
	if err := validTables().Validate(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want   string
		change func(a *pmda.Agent)
	}{
		{"Name: is empty", func(a *pmda.Agent) { a.Name = "" }},
		{"Domain: 511 is above 510", func(a *pmda.Agent) { a.Domain = 511 }},
		{`Root: "a..b"`, func(a *pmda.Agent) { a.Root = "a..b" }},
		{`Subtrees: "a.b"`, func(a *pmda.Agent) { a.Subtrees = []string{"a.b"} }},
		{"Labels: {", func(a *pmda.Agent) { a.Labels.JSON = "{" }},
		{"Labels: [1]", func(a *pmda.Agent) { a.Labels.More.Notes = "[1]" }},
		{"metric 0 (one): Cluster 4096 is above 4095", func(a *pmda.Agent) { a.Metrics[0].Cluster = 4096 }},
		{"metric 1 (under.two): Item 1024 is above 1023", func(a *pmda.Agent) { a.Metrics[1].Item = 1024 }},
		{"metric 6 (of.others): Domain 511 is above 510", func(a *pmda.Agent) { a.Metrics[6].Domain = 511 }},
		{`metric 0 (): "" is no name`, func(a *pmda.Agent) { a.Metrics[0].Name = "" }},
		{`metric 0 (1one): "1one" is no name`, func(a *pmda.Agent) { a.Metrics[0].Name = "1one" }},
		{`metric 0 (one.): "one." is no name`, func(a *pmda.Agent) { a.Metrics[0].Name = "one." }},
		{`metric 0 (o-ne): "o-ne" is no name`, func(a *pmda.Agent) { a.Metrics[0].Name = "o-ne" }},
		{"metric 2 (under.two): has the name of metric 1", func(a *pmda.Agent) { a.Metrics[2].Name = "under.two" }},
		{"metric 1 (under.two): is below metric 0 (under)", func(a *pmda.Agent) { a.Metrics[0].Name = "under" }},
		{"metric 5 (under.two.a.b): is below metric 1 (under.two)", func(a *pmda.Agent) { a.Metrics[5].Name = "under.two.a.b" }},
		{"metric 0 (one): Type 11 is none", func(a *pmda.Agent) { a.Metrics[0].Type = 11 }},
		{"metric 0 (one): Sem 0 is none", func(a *pmda.Agent) { a.Metrics[0].Sem = 0 }},
		{"metric 0 (one): Sem 2 is none", func(a *pmda.Agent) { a.Metrics[0].Sem = 2 }},
		{"metric 0 (one): InDom (serial number 3) is not in the table", func(a *pmda.Agent) { a.Metrics[0].InDom = &pmda.InDom{Serial: 3} }},
		{"metric 0 (one): Units 0x10096000", func(a *pmda.Agent) { a.Metrics[0].Units = 1<<28 | 9<<16 | 6<<12 }},
		{"metric 0 (one): Labels x", func(a *pmda.Agent) { a.Metrics[0].Labels = "x" }},
		{"metric 0 (one): has both Fetch and Values", func(a *pmda.Agent) { a.Metrics[0].Values = noValues }},
		{"metric 0 (one): has a function beside Source", func(a *pmda.Agent) { a.Metrics[0].Source = warmer(0) }},
		{"metric 0 (one): has both Fetch and Encoded", func(a *pmda.Agent) { a.Metrics[0].Encoded = noBlocks }},
		{"metric 2 (under.three): has both Values and Encoded", func(a *pmda.Agent) { a.Metrics[2].Values = noValues }},
		{"metric 0 (one): has no Fetch, Source, Values or Encoded, and the agent no Fetch", func(a *pmda.Agent) { a.Metrics[0].Fetch = nil }},
		{"metric 2 (under.three): has no Fetch", func(a *pmda.Agent) { a.Metrics[2].Encoded, a.Metrics[4].Encoded = nil, noBlocks }},
		{"metric 3 (alias): has the identifier of under.two", func(a *pmda.Agent) { a.Metrics[3].Type = libpcp.TypeU64 }},
		{"metric 1 (under.two): has the identifier of one", func(a *pmda.Agent) { a.Metrics[1].Cluster, a.Metrics[1].Item = 4095, 1023 }},
		{"instance domain 1: is nil", func(a *pmda.Agent) { a.InDoms[1] = nil }},
		{"instance domain 0 (0): Labels {} {}", func(a *pmda.Agent) { a.InDoms[0].Labels = "{} {}" }},
		{"instance domain 0 (4194304): Serial is above 4194303", func(a *pmda.Agent) { a.InDoms[0].Serial = 1 << 22 }},
		{"instance domain 1 (0): has the serial number of instance domain 0", func(a *pmda.Agent) { a.InDoms[1].Serial = 0 }},
		{`instance domain 1 (3): instance "seven": number 0 is taken`, func(a *pmda.Agent) { a.InDoms[1].Instances[1].ID = 0 }},
		{`instance domain 1 (3): instance "seven": number -1 is below`, func(a *pmda.Agent) { a.InDoms[1].Instances[1].ID = -1 }},
		{`instance domain 1 (3): instance 7: name "zero" is taken`, func(a *pmda.Agent) { a.InDoms[1].Instances[1].Name = "zero" }},
		{"instance domain 1 (3): instance 7 has no name", func(a *pmda.Agent) { a.InDoms[1].Instances[1].Name = "" }},
	} {
		a := validTables()
		test.change(a)
		err := a.Validate()
		if err == nil || !strings.Contains(err.Error(), test.want) || !errors.Is(err, syscall.EINVAL) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestAgentFetch has a function of the agent's for the metrics without their own.
func TestAgentFetch(t *testing.T) {
	a := validTables()
	a.Metrics[0].Fetch, a.Fetch = nil, noAtom
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
}

// An agent with errors answers nothing, and says why.
func TestInvalidAgent(t *testing.T) {
	a := validTables()
	a.Metrics[0].Item = 1024
	a.Open = func(context.Context, *pmda.Logger) error {
		t.Error("opened")
		return nil
	}
	var log bytes.Buffer
	s := pmda.NewService(a, testDomain, pmda.NewLogger(&log, "test"))
	const want = "metric 0 (one): Item 1024 is above 1023"
	for range 2 {
		if _, err := s.Fetch(ctx, &pmda.Client{}, []libpcp.PMID{id(4095, 0)}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v", err)
		}
	}
	if strings.Count(log.String(), want) != 1 {
		t.Errorf("log: %s", log.String())
	}
	a = validTables()
	a.Metrics[0].Item, a.Validated = 1024, true
	if _, err := pmda.NewService(a, testDomain, nil).Desc(ctx, &pmda.Client{}, id(4095, 0)); err != nil {
		t.Errorf("not to be validated: %v", err)
	}
}
