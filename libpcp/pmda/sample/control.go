package sample

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// controlMetric is sample.control: a number, since SampleMetrics72 a list of
// debug options. Neither changes what the agent does.
func (a *agent) controlMetric() pmda.Metric {
	if a.release.Has(release.SampleMetrics72) {
		return pmda.Metric{
			Name: "control", Item: 0, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
			OneLine: "debug options, as -D has them; -1 ends the agent",
			Fetch:   a.debugOptions, Store: a.setDebugOptions,
		}
	}
	var control int32
	return pmda.Metric{
		Name: "control", Item: 0, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "what was stored last; -1 ends the agent",
		Fetch:   get(&control),
		Store: func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
			if control = int32(to.Int64()); control == -1 {
				a.Quit()
			}
			return nil
		},
	}
}

func (a *agent) debugOptions(context.Context, *pmda.Request) (libpcp.Atom, error) {
	var active []string
	all := getopt.DebugForms{}.Names()
	for _, name := range all {
		if a.debug.Has(name) {
			active = append(active, name)
		}
	}
	if len(active) == len(all) {
		active = []string{"all"}
	}
	return libpcp.StringAtom(strings.Join(active, ",")), nil
}

func (a *agent) setDebugOptions(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	spec := to.Text()
	if spec == "-1" {
		a.Quit()
		return nil
	}
	set, ok := getopt.DebugForms{}.Parse(spec)
	if !ok {
		a.log.Line("sample_store: bad debug string (" + spec + "): " + libpcp.ErrConv.Error())
		return libpcp.ErrConv
	}
	a.debug = set
	return nil
}
