// Package tooltest runs commands in tests, without a process of their own.
package tooltest

import (
	"context"
	"strings"

	"pcptools/cmd/internal/tool"
	"pcptools/internal/golden"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// Runner runs a command, made anew for each process, under a name. Its standard input
// is empty, and the variable PCPTOOLS_COMPAT chooses the release.
func Runner(name string, command func(golden.Process) tool.Command) golden.Runner {
	return func(ctx context.Context, p golden.Process) int {
		env := &tool.Env{
			Name:    name,
			Args:    append([]string{name}, p.Args...),
			Stdin:   strings.NewReader(""),
			Stdout:  tool.NewOutput(p.Stdout, false),
			Stderr:  p.Stderr,
			Environ: p.Environ,
		}
		var err error
		if env.Release, err = release.Choose((&getopt.Invocation{Environ: p.Environ}).LookupEnv); err != nil {
			return tool.Report(env, err)
		}
		return tool.Run(ctx, command(p), env, p.Args)
	}
}
