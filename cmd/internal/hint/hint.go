// Package hint shows a user at a terminal what else may be meant by the name of
// a metric, or where it may be. Elsewhere it says and asks nothing.
package hint

import (
	"context"
	"strings"
	"unicode"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// shown is how many names a hint has at most.
const shown = 3

// Name adds a line to the error of a name: metrics below a branch, names that are
// like an unknown one, how to have the agent of processes, or how to search for
// its words.
func Name(ctx context.Context, env *tool.Env, s *options.Source, c *libpcp.Context, name string, err error) {
	if env.Progress == nil || name == "" || strings.HasPrefix(name, "--") { // an option
		return
	}
	switch libpcp.Code(err) {
	case libpcp.ErrNonLeaf:
		if names, err := list(ctx, env, c, name); err == nil {
			advise(env, name+" is a branch of metrics, not one; try ", first(names))
		}
	case libpcp.ErrName:
		names, err := list(ctx, env, c, "")
		if err != nil {
			return
		}
		if s.Kind == options.Local && strings.HasPrefix(name, "proc.") && !has(names, "proc.nprocs") {
			env.Advise("With -L, metrics of processes need -K add,3,proc.so,proc_init too.")
		} else if similar := like(name, names); len(similar) > 0 {
			advise(env, "Did you mean ", similar)
		} else if words := words(name); words != "" {
			env.Advise("To find metrics by words: pminfo " + from(s) + "--search " + words)
		}
	}
}

// has reports whether a name is in a list.
func has(names libpcp.NameList, name string) bool {
	for n := range names.All() {
		if n == name {
			return true
		}
	}
	return false
}

// words are the words in a name.
func words(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

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
	if name == "" || name == "local:" || strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.,:/@+", r)
	}) {
		return ""
	}
	return option + name + " "
}

// Agents adds a line to an error of a local context that lacks the agent of a
// metric (ErrNoAgent).
func Agents(env *tool.Env, s *options.Source, err error) {
	if env.Progress != nil && s.Kind == options.Local && libpcp.Code(err) == libpcp.ErrNoAgent {
		env.Advise("Add its agent, as in -K add,29,sample.so,sample_init; or ask pmcd, without -L.")
	}
}

// list is TraverseList without the messages about names that the user has not
// asked for.
func list(ctx context.Context, env *tool.Env, c *libpcp.Context, name string) (names libpcp.NameList, err error) {
	env.Quietly(func() { names, err = c.TraverseList(ctx, name) })
	return names, err
}

// first are as many names as are shown.
func first(names libpcp.NameList) []string {
	var first []string
	for n := range names.All() {
		if first = append(first, n); len(first) == shown {
			break
		}
	}
	return first
}

func advise(env *tool.Env, text string, names []string) {
	if len(names) == 0 {
		return
	}
	last := names[len(names)-1]
	if rest := names[:len(names)-1]; len(rest) > 0 {
		last = strings.Join(rest, ", ") + " or " + last
	}
	mark := "."
	if strings.HasPrefix(text, "Did") {
		mark = "?"
	}
	env.Advise(format.Printable(text + last + mark))
}
