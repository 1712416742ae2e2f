// Package hint shows a user at a terminal what else may be meant by the name of
// a metric. Elsewhere it says and asks nothing.
package hint

import (
	"context"
	"strings"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// shown is how many names a hint has at most.
const shown = 3

// Name adds a line to the error of a name: metrics below a branch, or names
// that are like one nobody knows.
func Name(ctx context.Context, env *tool.Env, c *libpcp.Context, name string, err error) {
	if env.Progress == nil || name == "" {
		return
	}
	switch libpcp.Code(err) {
	case libpcp.ErrNonLeaf:
		below(ctx, env, c, name)
	case libpcp.ErrName:
		if names, err := c.TraverseList(ctx, ""); err == nil {
			advise(env, "Did you mean ", like(name, names))
		}
	}
}

// below is about a branch.
func below(ctx context.Context, env *tool.Env, c *libpcp.Context, name string) {
	names, err := c.TraverseList(ctx, name)
	if err != nil {
		return
	}
	var first []string
	for n := range names.All() {
		if first = append(first, n); len(first) == shown {
			break
		}
	}
	advise(env, name+" is a branch of metrics, not one; try ", first)
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
	env.Advise(text + last + mark)
}
