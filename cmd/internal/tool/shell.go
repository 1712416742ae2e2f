package tool

import (
	"context"

	"github.com/spf13/cobra"

	"pcptools/cmd/internal/complete"
	"pcptools/libpcp/getopt"
)

// execute runs c as a cobra command, or completes its command line.
func execute(ctx context.Context, c Command, env *Env, words []string) error {
	spec := c.Spec(env.Release)
	if completed(ctx, spec, env) {
		return nil
	}
	cmd := &cobra.Command{
		Use:                env.Name + " " + spec.Synopsis,
		DisableFlagParsing: true,
		SilenceErrors:      true,
		SilenceUsage:       true,
		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(*cobra.Command, []string) error {
			return run(ctx, c, spec, env, words)
		},
	}
	if askedForAll(spec, words) {
		columns, _ := env.Size()
		document(cmd, spec, columns)
		cmd.SetOut(env.Stdout)
		return cmd.Help()
	}
	spec.AddFlags(cmd.Flags())
	cmd.SetArgs([]string{})
	return cmd.ExecuteContext(ctx)
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
