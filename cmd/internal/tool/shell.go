package tool

import (
	"context"

	"pcptools/cmd/internal/complete"
	"pcptools/libpcp/getopt"
)

// execute runs c, shows all of its help or completes its command line.
func execute(ctx context.Context, c Command, env *Env, words []string) error {
	spec := c.Spec(env.Release)
	if completed(ctx, spec, env) {
		return nil
	}
	if askedForAll(spec, words) {
		env.Stdout.Check()
		return document(spec, env).Help()
	}
	return run(ctx, c, spec, env, words)
}

// completed answers a shell that completes a command line, if that is what the
// process is for.
func completed(ctx context.Context, spec *getopt.Spec, env *Env) bool {
	inv := env.invocation()
	if !complete.Asked(inv) {
		return false
	}
	spec.Extra = append(spec.Extra, buildInfoOption(new(bool)), helpAllOption(new(bool)))
	complete.Run(ctx, spec, inv, env.Stdout)
	return true
}
