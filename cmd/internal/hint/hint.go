// Package hint shows a user at a terminal what else may be meant by the name of
// a metric, or where it may be. Elsewhere it says and asks nothing.
package hint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// Shown is how many names a hint has at most.
const Shown = 3

// Name adds a line to the error of a name: metrics below a branch, names that are
// like an unknown one, how to have the agent of processes, how to search for its words,
// or why a derived metric has no descriptor.
func Name(ctx context.Context, env *tool.Env, s *options.Source, c *libpcp.Context, name string, err error) {
	if env.Progress == nil || name == "" || strings.HasPrefix(name, "--") { // an option
		return
	}
	switch libpcp.Code(err) {
	case libpcp.ErrBadDerive:
		if s.Kind == options.Local {
			env.Advise("Metrics of agents that -L lacks, such as proc, need -K all.")
		}
		env.Advise("-D derive shows why.")
	case libpcp.ErrNonLeaf:
		advise(env, name+" is a branch of metrics, not one; try %s.", list(ctx, env, c, name))
	case libpcp.ErrName:
		names := list(ctx, env, c, "")
		if metric, instance, _ := strings.Cut(strings.TrimSuffix(name, "]"), "["); metric != name && env.Name != "pmstore" && slices.Contains(names, metric) {
			env.Advise("To select instances: --where='instance ~ \"" + instance + "\"' with " + metric + ", or pmval.")
		} else if s.Kind == options.Local && strings.HasPrefix(name, "proc.") && !slices.Contains(names, "proc.nprocs") {
			env.Advise("With -L, metrics of processes need --format=table, or -K add,3,proc.so,proc_init.")
		} else if similar := like(name, names, true); len(similar) > 0 {
			advise(env, "Did you mean %s?", similar)
		} else if words := strings.Join(strings.FieldsFunc(name, noLetter), " "); words != "" {
			env.Advise("To find metrics by words: pminfo " + from(s) + "--search " + words)
		}
	}
}

// noLetter reports whether a character is neither a letter nor a digit.
func noLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// from are the options that name a source, where quotation marks are not needed.
func from(s *options.Source) string {
	option, name := "", ""
	switch s.Kind {
	case options.Local:
		return "-L "
	case options.Archive:
		option, name = "-a ", s.Archives
	case options.Host:
		option, name = "-h ", s.Shown(s.Host)
	}
	if name == "" || name == "local:" || strings.ContainsFunc(name, func(r rune) bool { return noLetter(r) && !strings.ContainsRune("-_.,:/@+", r) }) {
		return ""
	}
	return option + name + " "
}

// Agents adds a line to an error of a local context that lacks the agent of a
// metric (ErrNoAgent).
func Agents(env *tool.Env, s *options.Source, err error) {
	if env.Progress != nil && s.Kind == options.Local && libpcp.Code(err) == libpcp.ErrNoAgent {
		env.Advise("Add the agents of pmcd by -K all, or one, as by -K pmcd,proc; or ask pmcd, without -L.")
	}
}

// Instances suggests instances, for a user at a terminal, where there is none of that
// name: those with the name in them, else similar ones.
func Instances(env *tool.Env, name string, known []libpcp.Instance) {
	var names, containing []string
	for _, one := range known {
		if names = append(names, one.Name); strings.Contains(one.Name, name) {
			containing = append(containing, one.Name)
		}
	}
	if containing == nil {
		containing = Nearest(name, names)
	}
	if env.Progress != nil {
		advise(env, "Try %s.", containing)
	}
}

// list returns the names at and below a name, without the messages about names that
// the user has not asked for. A missing agent ends a traversal; then each child is
// traversed, too.
func list(ctx context.Context, env *tool.Env, c *libpcp.Context, name string) (names []string) {
	env.Quietly(func() {
		below, err := c.TraverseList(ctx, name)
		names = below.Slice()
		if libpcp.Code(err) == libpcp.ErrNoAgent && name == "" {
			children, _ := c.Children(ctx, name)
			for _, child := range children {
				below, _ = c.TraverseList(ctx, child.Name)
				names = append(names, below.Slice()...)
			}
		}
	})
	return names
}

// advise prints a text with the first of some names.
func advise(env *tool.Env, text string, names []string) {
	names = names[:min(len(names), Shown)]
	if len(names) == 0 {
		return
	}
	list := names[len(names)-1]
	if rest := names[:len(names)-1]; len(rest) > 0 {
		list = strings.Join(rest, ", ") + " or " + list
	}
	env.Advise(format.Printable(fmt.Sprintf(text, list)))
}
