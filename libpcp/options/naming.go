package options

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// Naming is the group of the options that replace the names of a source, or add
// derived metrics to them.
type Naming struct {
	Namespace string // file of -n or -N, "" if there was none

	debug     *Debugging
	loader    pmns.Loader
	names     *pmns.Tree // of Namespace
	derived   *derive.Definitions
	namesOnly bool // no source behind the names
}

// NamespaceOption is -n, --namespace.
func (n *Naming) NamespaceOption() getopt.Option {
	return getopt.Option{Short: 'n', Long: "namespace", Arg: "FILE",
		Text: "use an alternative PMNS", Value: getopt.Func(func(file string) error { return n.load(file, false) }),
		Complete: getopt.Completion{Kind: getopt.Files}}
}

// UniqueNamesOption is -N, --uniqnames.
func (n *Naming) UniqueNamesOption() getopt.Option {
	return getopt.Option{Short: 'N', Long: "uniqnames", Arg: "FILE",
		Text: "like -n but only one name allowed for each PMID", Value: getopt.Func(func(file string) error { return n.load(file, true) }),
		Complete: getopt.Completion{Kind: getopt.Files}}
}

// DerivedOption is --derived, and -c in some tools: definitions of derived metrics in a
// file or directory, after the definitions of the site (pmLoadDerivedConfig(3)). Report is
// called with the error of loading them, and returns the error of the option.
func (n *Naming) DerivedOption(short byte, report func(error) error) getopt.Option {
	return getopt.Option{Short: short, Long: "derived", Arg: "FILE",
		Text: "load derived metric definitions from FILE(s)", Complete: getopt.Completion{Kind: getopt.Files},
		Value: getopt.Func(func(file string) error {
			if err := n.definitions().Load(file); err != nil {
				return report(err)
			}
			return nil
		})}
}

// DefineOption is --define: a derived metric, as NAME = EXPRESSION.
func (n *Naming) DefineOption() getopt.Option {
	return getopt.Option{Long: "define", Arg: "NAME=EXPR", Exact: true, Text: "define a derived metric, such as 'busy = kernel.all.cpu.user + kernel.all.cpu.sys'",
		Value: getopt.Func(func(text string) error {
			name, expression, found := strings.Cut(text, "=")
			if name = strings.TrimSpace(name); !found || name == "" {
				return errors.New("--define requires NAME = EXPRESSION")
			}
			if err := n.definitions().Register(name, strings.TrimSpace(expression)); err != nil {
				return fmt.Errorf("--define: %s: %w", name, err)
			}
			return nil
		})}
}

// load takes the name space of a file (pmLoadASCIINameSpace(3)), or with unique set a
// name space in which no metric has two names. Syntax errors are reported with the
// errors of other options, errors of the preprocessor at once.
func (n *Naming) load(file string, unique bool) error {
	inv := n.debug.inv
	options := pmns.Options{
		Unique: unique, Stderr: inv.Stderr, Preamble: n.debug.complaint,
		Messages: inv.Messages(), Tracer: n.debug.Tracer(),
	}
	if !inv.RunNothing {
		options.Shell = pmns.RunShell
	}
	tree, err := n.loader.Load(file, options)
	if err != nil {
		return &getopt.RunError{Err: &OpenError{`Cannot load namespace from "` + file + `"`, err}}
	}
	n.names, n.Namespace = tree, file
	return nil
}

// definitions returns the derived metrics of the run.
func (n *Naming) definitions() *derive.Definitions {
	if n.derived == nil {
		inv := n.debug.inv
		n.derived = derive.New(inv.Messages())
		n.derived.SetRelease(inv.Release)
		n.derived.SetTracer(n.debug.Tracer(), n.namesOnly && inv.Release.Has(release.SiteDerivedLast))
		if path, ok := inv.LookupEnv("PCP_INDOM_CONFIG"); ok && inv.Release.Has(release.IndomConfig) {
			n.derived.EquateIndoms(path, func(problem string) { notify(inv, "Error", problem) })
		}
		n.derived.Site(inv.LookupEnv)
	}
	return n.derived
}

// namingTracer is the tracer of connections: it prints values in PDUs with the
// names of the run, which include the names of a file and of derived metrics.
func (n *Naming) namingTracer() libpcp.Tracer {
	if !n.debug.traces("pdu") {
		return n.debug.Tracer()
	}
	return namingTracer{n.debug.Tracer(), n}
}

type namingTracer struct {
	libpcp.Tracer
	naming *Naming
}

// Trace implements [libpcp.Tracer].
func (t namingTracer) Trace(ctx context.Context, event any) {
	if v, ok := event.(traced.Values); ok {
		if t.naming.names != nil {
			v.Client = pmns.Override(v.Client, t.naming.names)
		}
		if t.naming.derived != nil {
			v.Client = derivedNames{v.Client, t.naming.derived}
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
