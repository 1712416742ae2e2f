package options

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmns"
)

func (s *Source) setNamespace(file string) error   { return s.loadNamespace(file, false) }
func (s *Source) setUniqueNames(file string) error { return s.loadNamespace(file, true) }

// loadNamespace takes the name space of a file (pmLoadASCIINameSpace(3)), or with
// unique set a name space in which no metric has two names. Syntax errors are
// reported with the errors of other options, errors of the preprocessor at once.
func (s *Source) loadNamespace(file string, unique bool) error {
	options := pmns.Options{
		Unique: unique, Stderr: s.inv.Stderr, Preamble: s.complaint,
		Messages: s.inv.Messages(), Tracer: s.tracer(),
	}
	if !s.inv.RunNothing {
		options.Shell = pmns.RunShell
	}
	tree, err := s.loader.Load(file, options)
	if err != nil {
		return &getopt.RunError{Err: &OpenError{`Cannot load namespace from "` + file + `"`, err}}
	}
	s.names, s.Namespace = tree, file
	return nil
}

// replacedNames returns a function that replaces the names of a source by the
// names of a file, or nil without a file.
func (s *Source) replacedNames(kind Kind) func(context.Context, libpcp.Source) libpcp.Source {
	switch {
	case kind == Local:
		return s.withLocalNames
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

// withLocalNames is replacedNames for a local context, which without a file has the
// name space that PMNS_DEFAULT names, or the installed one. If no name space is
// installed, unlike in PCP, its agents supply their own names.
func (s *Source) withLocalNames(_ context.Context, src libpcp.Source) libpcp.Source {
	load := func() (*pmns.Tree, error) { return s.names, nil }
	if s.names == nil {
		file := pmns.DefaultFile(s.lookupEnv)
		if value, _ := s.inv.LookupEnv("PMNS_DEFAULT"); value == "" {
			if _, err := os.Stat(file); err != nil {
				return src
			}
		}
		load = func() (*pmns.Tree, error) { return s.loadDefault(file) }
	}
	return pmns.OverrideLocal(src, load, s.skipped())
}

// skipped has names that their agents would make left out if these are not
// loaded, in formats other than the classic one and to complete names.
func (s *Source) skipped() *pmns.Skip {
	if !s.Structured && !s.inv.RunNothing {
		return nil
	}
	reported := false
	return &pmns.Skip{
		There: func(domain uint32) bool {
			return slices.ContainsFunc(s.agents.opened, func(a local.Agent) bool { return a.Domain == domain })
		},
		Left: func(roots []string) {
			if !reported {
				s.Warn("left out what is below " + some(roots) + ": no agent is loaded that has those names (-K loads agents)")
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

// loadDefault takes the name space of local contexts.
func (s *Source) loadDefault(file string) (*pmns.Tree, error) {
	s.trace(context.Background(), "pmns", "pmGetPMNSLocation: Loading local PMNS for local PMAPI context\n")
	tree, err := new(pmns.Loader).Load(file, pmns.Options{Plain: true, Messages: s.inv.Messages(), Tracer: s.tracer()})
	if err != nil {
		return nil, err
	}
	return s.withDaemons(tree), nil
}

// withDaemons adds the names of daemons that a name space knows nothing of.
func (s *Source) withDaemons(tree *pmns.Tree) *pmns.Tree {
	for _, a := range s.agents.opened {
		if a.Command == nil || tree.HasDomain(a.Domain) {
			continue
		}
		if own := a.Command.Names(); own != nil {
			tree = tree.Merge(own)
		}
	}
	return tree
}

// NamesOnly returns a context that has only the names of the name-space file,
// or nil if no file, or a source too, was given.
func (s *Source) NamesOnly() *libpcp.Context {
	if s.names == nil || s.Kind != Undecided {
		return nil
	}
	s.namesOnly = true
	return libpcp.NewContext(derive.Wrap(pmns.NamesOnly(s.names), s.definitions(), derive.NamesOnly()))
}

// namingTracer is the tracer of connections: it prints values in PDUs with the
// names of the run, which include the names of a file and of derived metrics.
func (s *Source) namingTracer() libpcp.Tracer {
	if !s.traces("pdu") {
		return s.tracer()
	}
	return namingTracer{s.tracer(), s}
}

type namingTracer struct {
	libpcp.Tracer
	source *Source
}

// Trace implements [libpcp.Tracer].
func (t namingTracer) Trace(ctx context.Context, event any) {
	if v, ok := event.(traced.Values); ok {
		if t.source.names != nil {
			v.Client = pmns.Override(v.Client, t.source.names)
		}
		if t.source.derived != nil {
			v.Client = derivedNames{v.Client, t.source.derived}
		}
		event = v
	}
	t.Tracer.Trace(ctx, event)
}

// derivedNames is a source with the names of derived metrics.
type derivedNames struct {
	libpcp.Source
	derived *derive.Definitions
}

// Ask implements [libpcp.Source].
func (s derivedNames) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, s.Source, queries, func(q libpcp.Query) bool {
		names, ok := q.(*libpcp.NamesQuery)
		if !ok {
			return false
		}
		name, ours := s.derived.Name(names.ID)
		if ours {
			names.Names, names.Err = []string{name}, nil
		}
		return ours
	})
}
