package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"text/tabwriter"
	"time"
)

// startUpRows are command lines that do next to nothing, but start a tool. That
// of pmgenmap fails: there is nothing in the file.
var startUpRows = []row{
	{tool: "pminfo", args: []string{"--version"}},
	{tool: "pmval", args: []string{"--version"}},
	{tool: "pmprobe", args: []string{"--version"}},
	{tool: "pmstore", args: []string{"--version"}},
	{tool: "pmerr", args: []string{"-1"}},
	{tool: "pmgenmap", args: []string{os.DevNull}},
}

// startUp measures how long the tools take to start and end, as they are when
// installed: a file that the linker has written is in smaller pieces in the
// kernel's cache than a copy, and takes a fifth longer to start. What the
// machine does besides shows in the medians; the fastest tenth is more stable.
func (b *bench) startUp() error {
	dir, err := os.MkdirTemp("", "installed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(b.ours)); err != nil {
		return err
	}
	installed := *b
	installed.ours = dir
	return installed.startUps()
}

func (b *bench) startUps() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "start-up\tgenuine\tours\tratio\tfastest tenth\tours\tratio\tpeak genuine\tours\t")
	for _, r := range startUpRows {
		commands := [2]func() *exec.Cmd{
			func() *exec.Cmd { return b.command(b.genuine, r.tool, r.args...) },
			func() *exec.Cmd { return b.command(b.ours, r.tool, r.args...) },
		}
		took, err := inTurn(commands, started, times(30*b.runs))
		if err != nil {
			return err
		}
		var memory [2]int64
		for i, command := range commands {
			if memory[i], err = peak(command()); err != nil {
				return err
			}
		}
		genuine, ours := slices.Sorted(slices.Values(took[0])), slices.Sorted(slices.Values(took[1]))
		middle, tenth := len(ours)/2, len(ours)/10
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line(),
			round(genuine[middle]), round(ours[middle]), ratio(ours[middle], genuine[middle]),
			round(genuine[tenth]), round(ours[tenth]), ratio(ours[tenth], genuine[tenth]),
			mib(memory[0]), mib(memory[1]))
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// started is elapsed for a command that may end with any status.
func started(cmd *exec.Cmd) (time.Duration, error) {
	began := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return time.Since(began), nil
}
