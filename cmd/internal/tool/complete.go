package tool

import (
	"context"

	"pcptools/cmd/internal/complete"
	"pcptools/libpcp/getopt"
)

// completed answers a shell that completes a command line, if that is what the
// process is for.
func completed(ctx context.Context, spec *getopt.Spec, env *Env) bool {
	inv := env.invocation()
	if !complete.Asked(inv) {
		return false
	}
	spec.Extra = append(spec.Extra, buildInfoOption(new(bool)))
	complete.Run(ctx, spec, inv, env.Stdout)
	return true
}
