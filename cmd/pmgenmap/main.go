// Pmgenmap turns lists of metric names into C declarations (pmgenmap(1)), or
// into Go with --go.
//
// A Go program keeps its lists in a file such as
//
//	io {
//		disk.dev.read	READ
//		disk.dev.write	WRITE
//	}
//
// and go generate turns it into declarations:
//
//	//go:generate pmgenmap --go -o metrics.go metrics.map
//
// Then io is a slice of the names and READ and WRITE are their indexes. The
// package is the one that go generate processes, unless --package names
// another.
package main

import (
	"context"
	"os"
	"slices"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pmgenmap makes declarations in C, or with --go in Go, of lists of metric names,
for programs that look the metrics up. It reads a file or standard input.`

	example = `  pmgenmap metrics.map >metrics.h
  pmgenmap --go --package main -o metrics.go metrics.map
  printf 'load {\n kernel.all.load LOAD\n}\n' | pmgenmap`
)

func main() { os.Exit(tool.Main(&pmgenmap{})) }

// pmgenmap is the command and its options. PCP's has none.
type pmgenmap struct {
	golang bool
	export bool
	pkg    string
	output string
}

// Spec implements [tool.Command]. Pmgenmap never used getopt(3): only for Go
// are the words scanned.
func (c *pmgenmap) Spec(release.Release) *getopt.Spec {
	return &getopt.Spec{About: about, Example: example,
		Synopsis: "[options] [infile]", Raw: true,
		Complete: []getopt.Completion{{Kind: getopt.Files}}, Groups: []getopt.Group{{
			Heading: "General options",
			Options: []getopt.Option{
				{Long: "go", Text: "write Go instead of C", Value: getopt.Bool(&c.golang)},
				{Long: "export", Text: "begin names with a capital letter, in Go", Value: getopt.Bool(&c.export)},
				{Long: "package", Arg: "NAME", Text: "package clause of the Go file [$GOPACKAGE]",
					Value: getopt.String(&c.pkg)},
				{Short: 'o', Long: "output", Arg: "FILE", Text: "write the Go file here",
					Value: getopt.String(&c.output), Complete: getopt.Completion{Kind: getopt.Files}},
				getopt.HelpOption(),
			},
		}}}
}

// Run implements [tool.Command].
func (c *pmgenmap) Run(_ context.Context, env *tool.Env, words []string) error {
	if err := tool.OpensFiles(); err != nil {
		return err
	}
	if slices.Contains(words, "--go") {
		return c.runGo(env, words)
	}
	return runC(env, words)
}
