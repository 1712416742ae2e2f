package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/bare"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// vanishing is an agent with an instance more in each sample. It lists those of the
// first, and is gone when it is asked about others.
func vanishing(release.Release) *pmda.Agent {
	listed, samples := 0, int32(0)
	domain := &pmda.InDom{Members: pmda.MembersFunc(func(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
		if r.Kind != pmda.KindInstances {
			list := []libpcp.Instance{{ID: 0, Name: "first"}, {ID: 1, Name: "second"}}
			samples++
			return list[:min(samples, 2)], nil
		}
		if listed++; listed > 1 {
			return nil, libpcp.ErrIPC
		}
		return []libpcp.Instance{{ID: 0, Name: "first"}}, nil
	})}
	return &pmda.Agent{Name: "vanishing", Domain: 251, InDoms: []*pmda.InDom{domain},
		Metrics: []pmda.Metric{{Name: "vanishing.value", Type: libpcp.TypeU32, InDom: domain, Sem: libpcp.SemInstant,
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(7), nil }}}}
}

// TestLost reports that the source was lost when it was asked about a new instance, also
// after the last sample.
func TestLost(t *testing.T) {
	var out, problems bytes.Buffer
	env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &problems, Environ: bare.Environ()}
	p := &pmval{source: source.New()}
	p.source.Builtin = []options.Builtin{{Name: "vanishing", Domain: 251, New: vanishing}}
	status := tool.Run(t.Context(), p, env, strings.Fields("-L -t 0.01 -s 2 --fields=instance,value,error_symbol --format=csv vanishing.value"))
	if status != 1 || !strings.HasPrefix(out.String(), "instance,value,error_symbol\nfirst,7,\n") || !strings.HasSuffix(out.String(), ",7,\n,,PM_ERR_IPC\n") {
		t.Errorf("status %d\n%s", status, &out)
	}
	if got := problems.String(); got != "pmval: IPC protocol failure\n" {
		t.Errorf("standard error %q", got)
	}
}
