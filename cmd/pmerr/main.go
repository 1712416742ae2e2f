// Pmerr translates PMAPI error codes into error messages (pmerr(1)).
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/cnum"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pmerr prints what error codes mean: numbers or, for PCP's own, names.`

	example = `  pmerr -12357
  pmerr --format=json ENOENT PM_ERR_NAME
  pmerr -l                               # all codes`
)

func main() { os.Exit(tool.Main(&pmerr{})) }

type pmerr struct {
	format report.Format
	style  report.Style
	strict tool.Strict
}

// Strictness implements [tool.StrictCommand].
func (p *pmerr) Strictness() *tool.Strict { return &p.strict }

// Spec implements [tool.Command]. Pmerr never used getopt(3): -4 is an
// operand.
func (p *pmerr) Spec(rel release.Release) *getopt.Spec {
	codeWords := func() []string { return codeWords((&getopt.Invocation{Release: rel}).ErrorTexts()) }
	return &getopt.Spec{
		About: about, Example: example,
		Synopsis: "[options] [code]", Raw: true, Extra: p.options(),
		Complete: []getopt.Completion{{Kind: getopt.Words, Words: codeWords}}, Groups: []getopt.Group{{
			Options: []getopt.Option{{Short: 'l', Long: "list",
				Text: "causes all known error codes to be listed", Value: getopt.Ignore()}},
		}}}
}

// Run implements [tool.Command]: only the first argument may be an option,
// except options of this suite.
func (p *pmerr) Run(_ context.Context, env *tool.Env, words []string) error {
	words, err := p.takeOptions(words)
	if err != nil {
		return err
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "-") {
		switch word := words[0]; {
		case word == "-l" || word == "--list":
			if p.format != report.Classic {
				return p.listRecords(env)
			}
			list(env)
			if p.strict.Value(); p.strict.On() {
				return nil
			}
			return tool.Exit(1)
		case word == "-?" || word == "--help":
			return usage(env, "")
		case len(word) == 1 || !cnum.IsHexDigit(word[1]):
			return usage(env, "Illegal option -- "+word[1:]+"\n")
		}
	}
	if p.format != report.Classic {
		return p.explainRecords(env, words)
	}
	for _, word := range words {
		p.explain(env, word)
	}
	return nil
}

// usage prints to standard error, regardless of PCP_STDERR.
func usage(env *tool.Env, complaint string) error {
	fmt.Fprintf(env.Stderr, "%sUsage: %s [options] [code]\n\n"+
		"  -l, --list   causes all known error codes to be listed\n", complaint, env.Name)
	return tool.Exit(1)
}

// list prints the table of PCP's own codes.
func list(env *tool.Env) {
	env.Stdout.WriteString("  Code  Symbolic Name          Message\n")
	for _, c := range env.ErrorTexts().Codes() {
		fmt.Fprintf(env.Stdout, "%6d  %-22s %s\n", int32(c.Code), c.Symbol, c.Text)
	}
}
