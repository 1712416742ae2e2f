package tool

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
)

// helpAll requests the whole help: examples, and the options that the usage
// text of PCP's tools lacks.
const helpAll = "--help-all"

func helpAllOption(asked *bool) getopt.Option {
	return getopt.Option{Long: helpAll[2:], Exact: true, Value: getopt.Bool(asked),
		Text: "show all options, those of this suite too, with examples"}
}

// document returns a cobra command that prints the whole help of a tool. It is
// not run: getopt parses the words of a tool, which pflag reads otherwise.
func document(spec *getopt.Spec, env *Env) *cobra.Command {
	cmd := &cobra.Command{Use: env.Name + " " + spec.Synopsis, Long: spec.About, Example: spec.Example,
		Run: func(*cobra.Command, []string) {}} // without which cobra prints Long alone
	cmd.SetOut(env.Stdout)
	columns, _ := env.Size()
	cmd.SetUsageFunc(func(c *cobra.Command) error {
		out := c.OutOrStdout()
		fmt.Fprintf(out, "Usage:\n  %s\n", c.Use)
		if c.Example != "" {
			fmt.Fprintf(out, "\nExamples:\n%s\n", strings.TrimRight(c.Example, "\n"))
		}
		ours := append(slices.Clone(spec.Extra), buildInfoOption(new(bool)), helpAllOption(new(bool)))
		groups := append(slices.Clone(spec.Groups), getopt.Group{Heading: "Options of this suite", Options: ours})
		for _, g := range groups {
			writeFlags(out, g, columns)
		}
		return nil
	})
	return cmd
}

// writeFlags writes a group of options as pflag does.
func writeFlags(out io.Writer, g getopt.Group, columns int) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	for _, o := range g.Options {
		if o.Hidden {
			continue
		}
		f := &pflag.Flag{Name: o.Long, Usage: o.Text, Value: argument(o.Arg)}
		if o.Short != 0 && !o.LongOnly {
			f.Shorthand = string(rune(o.Short))
		}
		f.Name = cmp.Or(f.Name, f.Shorthand)
		flags.AddFlag(f)
	}
	heading := g.Heading
	heading = cmp.Or(heading, "Options")
	fmt.Fprintf(out, "\n%s:\n%s", heading, flags.FlagUsagesWrapped(columns))
}

// argument is the value of an option of which only the name of the argument
// shows.
type argument string

func (argument) String() string   { return "" }
func (argument) Set(string) error { return nil }
func (a argument) Type() string {
	if a == "" {
		return "bool"
	}
	return string(a)
}

// askedForAll reports whether words ask for the whole help: the first of them,
// or where operands cannot be anything, some other.
func askedForAll(spec *getopt.Spec, words []string) bool {
	if len(words) > 0 && words[0] == helpAll {
		return true
	}
	if end := slices.Index(words, "--"); end >= 0 {
		words = words[:end]
	}
	return !spec.Raw && !spec.StopAtOperand && slices.Contains(words, helpAll)
}

// adviseHelp refers a user who asked for the usage text to the whole help.
func adviseHelp(env *Env, words []string) {
	if slices.Contains(words, "--help") || slices.Contains(words, "-?") {
		env.Advise(env.Name + " " + helpAll + " shows all options, with examples; man " + env.Name + " tells more.")
	}
}
