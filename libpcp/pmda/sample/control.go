package sample

import (
	"context"

	"pcptools/libpcp"
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
			Fetch:   a.debug.Fetch, Store: a.setDebugOptions,
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

func (a *agent) setDebugOptions(ctx context.Context, r *pmda.Request, to libpcp.Atom) error {
	spec := to.Text()
	if spec == "-1" {
		a.Quit()
		return nil
	}
	err := a.debug.Store(ctx, r, to)
	if err != nil {
		r.Log.Line("sample_store: bad debug string (" + spec + "): " + err.Error())
	}
	return err
}
