// World runs a command in a private PCP world: it brings up a pmcd of PCP with
// the test agents, runs the command with the environment that leads to it, and
// takes everything down again.
//
//	go run ./tests/cmd/world -- pminfo -f sample.long.one
//	go run ./tests/cmd/world -linux -- sh
//	go run ./tests/cmd/world -release 7.2.2 -- /usr/bin/pminfo -f sample.long.one
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

func main() {
	linux := flag.Bool("linux", false, "add the agents that describe this machine")
	release := flag.String("release", "", "run all in the tree of another `version` of PCP")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: world [-linux] [-release VERSION] [--] command [argument...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	status, err := run(*release, world.Options{Linux: *linux}, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "world:", err)
		os.Exit(1)
	}
	os.Exit(status)
}

func run(release string, opts world.Options, args []string) (status int, err error) {
	if release != "" {
		if opts.Tree, err = tree.Open(release); err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, opts.Tree.Close()) }()
	} else if err := need.MissingPCP(); err != nil {
		return 0, err
	}
	// An interrupt is for the command; the world ends when that has.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)

	dir, err := os.MkdirTemp("", "pcpworld")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	kit, err := world.NewKit(dir, opts)
	if err != nil {
		return 0, err
	}
	w, err := kit.Start()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()

	cmd := opts.Tree.Command(context.Background(), args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(withoutPCP(os.Environ()), w.Env()...)
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else {
		return 0, err
	}
}

func withoutPCP(env []string) []string {
	var kept []string
	for _, setting := range env {
		if !strings.HasPrefix(setting, "PCP_") && !strings.HasPrefix(setting, "PMCD_") {
			kept = append(kept, setting)
		}
	}
	return kept
}
