package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pcptools/cmd/internal/tool"
	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
)

// register defines the derived metrics of -r for a context. All that is wrong
// with them is reported.
func (p *pminfo) register(ctx context.Context, env *tool.Env, c *libpcp.Context) error {
	var failed error
	var cutter registrationCutter
	for _, text := range p.registrations {
		name, expression, err := cutter.cut(text)
		if err != nil {
			env.Say(err.Error())
			failed = tool.Exit(1)
			continue
		}
		if report := addDerived(ctx, c.Source(), name, expression); report != nil {
			fmt.Fprintf(env.Stderr, "%s: per-context derived metric registration error:\n%s", env.Name, report)
			failed = tool.Exit(1)
		}
	}
	return failed
}

// A registrationCutter reads the arguments of -r in turn. Once an argument had its
// = right behind the name, later arguments that have a blank there need no =, and
// their = belongs to the expression, as in PCP's tool.
type registrationCutter struct{ equals bool }

// cut reads "name = expression".
func (c *registrationCutter) cut(text string) (name, expression string, err error) {
	end := strings.IndexAny(text, "="+cnum.Space)
	if end < 0 {
		return "", "", errors.New("bad register string, no =")
	}
	name, rest := text[:end], text[end:]
	c.equals = c.equals || rest[0] == '='
	if rest = strings.TrimLeft(rest, cnum.Space); rest != "" && rest[0] == '=' && (text[end] == '=' || !c.equals) {
		rest = rest[1:]
	} else if !c.equals {
		return "", "", errors.New("bad register string, no =")
	}
	if expression = strings.TrimLeft(rest, cnum.Space); expression == "" {
		return "", "", errors.New("bad register string, no expr after =")
	}
	return name, expression, nil
}

// addDerived defines a metric, and returns a message if that fails.
func addDerived(ctx context.Context, src libpcp.Source, name, expression string) []byte {
	if err := derive.Add(ctx, src, name, expression); err != nil {
		return derive.AppendAddReport(nil, err, name, expression)
	}
	return nil
}
