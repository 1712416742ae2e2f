// Pmstore modifies the values of a performance metric (pmstore(1)).
package main

import (
	"context"
	"os"
	"strings"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/format"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pmstore changes the value of a metric that lets itself be changed, of all its
instances or of some.`

	example = `  pmstore pmcd.control.timeout 10
  pmstore -i sda,sdb some.metric 1 --format=json`
)

func main() {
	os.Exit(tool.Main(&pmstore{source: source.New()}))
}

type pmstore struct {
	pipeline.Pipeline
	source  options.Source
	confirm bool     // -F: fetch the stored value
	force   bool     // -f: store even if the metric has no value yet
	insts   []string // -i: names of instances, empty for all
}

// Spec implements [tool.Command].
func (p *pmstore) Spec(rel release.Release) *getopt.Spec {
	p.Source, p.Columns = &p.source, p.columns
	s := &p.source
	s.LocalFailure = "Cannot make standalone local connection"
	return &getopt.Spec{
		About: about, Example: example,
		Synopsis:      "[options] metricname value",
		StopAtOperand: true, // the value may be -1
		Trailing:      2,
		Source:        s,
		Extra:         []getopt.Option{p.Format.Option(), p.Style.FieldsOption(exactColumns...), p.Strict.Option()},
		Complete:      []getopt.Completion{{Kind: getopt.Metrics}, {}},
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.DebugOption(rel), s.HostOption(), s.LocalOption(), s.SpecLocalOption(),
				s.NamespaceOption(), getopt.VersionOption(), getopt.HelpOption(),
			}},
			{Heading: "Value options", Options: []getopt.Option{
				{Short: 'F', Long: "fetch", Text: "perform pmFetch after pmStore to confirm value",
					Value: getopt.Bool(&p.confirm)},
				{Short: 'f', Long: "force", Text: "store the value even if there is no current value set",
					Value: getopt.Bool(&p.force)},
				{Short: 'i', Long: "insts", Arg: "INSTS", Text: "restrict store to comma-separated list of instances",
					Value:    getopt.Func(p.addInstances),
					Complete: getopt.Completion{Kind: getopt.Instances, List: true}},
			}},
		},
		Check: func(operands []string) error {
			if len(operands) != 2 {
				return getopt.ErrUsage
			}
			return p.Format.TableFor(p.Style.AskedFields())
		},
	}
}

func (p *pmstore) addInstances(list string) error {
	p.insts = append(p.insts, strings.FieldsFunc(list, func(r rune) bool {
		return strings.ContainsRune(", \t\n", r)
	})...)
	return nil
}

// Run implements [tool.Command].
func (p *pmstore) Run(ctx context.Context, env *tool.Env, operands []string) error {
	if p.source.Kind == options.Archive {
		p.source.Kind = options.Undecided // an archive cannot be stored into
	}
	env.Progress.Begin("opening the source", 0)
	c, err := source.Open(ctx, &p.source)
	if err != nil {
		return p.Fail(env, survey.Opening, err)
	}
	defer c.Close()
	s := store{c: c, source: &p.source, name: operands[0], text: operands[1], env: env, strict: &p.Strict, layout: p.source.Layout(),
		remote: p.source.Kind != options.Local,
		rules:  format.ValueRules{NoFloatZero: !env.Release.Has(release.StoreFloatZero)}}
	if p.Format != report.Classic {
		return s.structured(ctx, p)
	}
	if p.source.OnHost() {
		env.OutliveReader()
	}
	return s.run(ctx, p)
}
