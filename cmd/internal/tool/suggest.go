package tool

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"pcptools/cmd/internal/screen"
	"pcptools/cmd/internal/similar"
	"pcptools/libpcp/getopt"
)

// suggested returns an error of the command line. Where options are given that PCP's
// tools lack, a reference stands in place of the usage text, which lacks them too. For a
// user at a terminal the error of an unknown option names similar options there, and
// any other error is repeated below the usage text, which may fill the screen.
func suggested(spec *getopt.Spec, env *Env, words []string, err error) error {
	var exit *getopt.Exit
	if !errors.As(err, &exit) || exit.Problem == "" {
		return err
	}
	var meant []string
	if env.Progress != nil {
		meant = optionsLike(spec, exit.Unknown, words)
	}
	if other := elsewhere[exit.Unknown]; other != "" && env.Progress != nil {
		meant = []string{other + " --" + exit.Unknown}
	}
	problem := ""
	for line := range strings.Lines(exit.Problem) {
		problem += env.Wrapped(strings.TrimSuffix(line, "\n"))
	}
	if len(meant) == 0 && !exit.Extra {
		if env.Progress != nil && exit.Text != exit.Problem {
			exit.Text += "\n" + problem
		}
		return err
	}
	if exit.Text = problem; len(meant) > 0 {
		exit.Text += env.Wrapped("Did you mean " + strings.Join(meant, " or ") + "?")
	} else {
		exit.Text += env.Wrapped(env.Name + " " + helpAll + " shows all options.")
	}
	return err
}

// elsewhere are options of another tool that one may look for in each.
var elsewhere = map[string]string{"search": "pminfo", "spans": "pminfo", "since": "pminfo",
	"by": "pmval", "plot": "pmval", "summary": "pmval", "compare": "pmval"}

// optionsLike are the long options that are most like a name: the options that it
// abbreviates, or else the options that differ least. A format may also be named as an
// option of its own, or after -o, as in other programs.
func optionsLike(spec *getopt.Spec, name string, words []string) (meant []string) {
	format := name
	if at := slices.Index(words, "-o"); name == "" && at >= 0 && at+1 < len(words) {
		format = words[at+1]
	}
	if format == "" {
		return nil
	}
	for i := range spec.Extra {
		if o := &spec.Extra[i]; o.Long == "format" && o.Complete.Kind == getopt.Words && slices.Contains(o.Complete.Words(), format) {
			return []string{"--format=" + format}
		}
	}
	if name == "" {
		return nil
	}
	least := 1 + len(name)/4
	consider := func(o *getopt.Option) {
		distance := similar.Distance(name, o.Long, least)
		if len(name) > 1 && strings.HasPrefix(o.Long, name) {
			distance = 0
		}
		switch {
		case o.Hidden || o.Long == "" || distance > least:
			return
		case distance < least:
			least, meant = distance, nil
		}
		meant = append(meant, "--"+o.Long)
	}
	for i := range spec.Extra {
		consider(&spec.Extra[i])
	}
	for _, g := range spec.Groups {
		for i := range g.Options {
			consider(&g.Options[i])
		}
	}
	slices.SortFunc(meant, cmp.Compare[string])
	return meant
}

// Wrapped is a line for the terminal at standard error, in several where that is
// too narrow.
func (e *Env) Wrapped(line string) string {
	columns := 0
	if e.console != nil {
		columns, _ = terminalSize(e.console)
	}
	return strings.Join(screen.Wrap(line, columns), "\n") + "\n"
}
