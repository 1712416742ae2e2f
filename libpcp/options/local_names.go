package options

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmns"
)

// replacedNames returns a function that replaces the names of a source by the
// names of a file, or nil without a file.
func (s *Source) replacedNames(kind Kind) func(context.Context, libpcp.Source) libpcp.Source {
	switch {
	case kind == Local:
		var skip *pmns.Skip // classic output says which agents would make names
		if s.Structured || s.inv.RunNothing {
			skip = s.agents.skip(s.Warn)
		}
		return func(_ context.Context, src libpcp.Source) libpcp.Source { return s.agents.named(src, s.names, skip) }
	case s.names == nil:
		return nil
	}
	return func(ctx context.Context, src libpcp.Source) libpcp.Source {
		if kind == Archive && s.TrimNames {
			return pmns.Override(src, pmns.TrimTo(ctx, s.names, src))
		}
		return pmns.Override(src, s.names)
	}
}

// named gives a local context the names of a file, or without one the name space that
// PMNS_DEFAULT names, or the installed one. If no name space is installed, unlike in
// PCP, its agents supply their own names.
func (t *agentTable) named(src libpcp.Source, names *pmns.Tree, skip *pmns.Skip) libpcp.Source {
	load := func() (*pmns.Tree, error) { return names, nil }
	if names == nil {
		file := pmns.DefaultFile(t.inv.LookupEnv)
		if value, _ := t.inv.LookupEnv("PMNS_DEFAULT"); value == "" {
			if _, err := os.Stat(file); err != nil {
				return src
			}
		}
		load = func() (*pmns.Tree, error) { return t.loadDefault(file) }
	}
	return pmns.OverrideLocal(src, load, skip)
}

// skip has names that their agents would make left out if these are not loaded, in
// formats other than the classic one and to complete names.
func (t *agentTable) skip(warn func(string)) *pmns.Skip {
	reported := false
	return &pmns.Skip{
		There: func(domain uint32) bool {
			return slices.ContainsFunc(t.opened, func(a local.Agent) bool { return a.Domain == domain })
		},
		Left: func(roots []string) {
			if !reported {
				warn("left out what is below " + some(roots) + ": no agent is loaded that has those names (-K all loads those of pmcd)")
			}
			reported = true
		},
	}
}

// some lists the first three of names, and the number of others.
func some(names []string) string {
	const shown = 3
	if more := len(names) - shown; more > 0 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:shown], ", "), more)
	}
	return strings.Join(names, ", ")
}

// loadDefault takes the name space of local contexts, and adds the names of daemons that
// it knows nothing of.
func (t *agentTable) loadDefault(file string) (*pmns.Tree, error) {
	t.debug.trace(context.Background(), "pmns", "pmGetPMNSLocation: Loading local PMNS for local PMAPI context\n")
	tree, err := new(pmns.Loader).Load(file, pmns.Options{Plain: true, Messages: t.inv.Messages(), Tracer: t.debug.Tracer()})
	if err != nil {
		return nil, err
	}
	for _, a := range t.opened {
		if a.Command == nil || tree.HasDomain(a.Domain) {
			continue
		}
		if own := a.Command.Names(); own != nil {
			tree = tree.Merge(own)
		}
	}
	return tree, nil
}
