package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"
)

func report(rows []*row) error {
	if err := reportRows("directly", rows); err != nil {
		return err
	}
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "25 ms each way\tgenuine\tours\tratio\ttrips genuine\tours\t")
	for _, r := range rows {
		mark := ""
		if r.genuine.computed {
			mark = "~"
		}
		fmt.Fprintf(w, "%s\t%s%v\t%v\t%.2f\t%d\t%d\t\n", r.line(),
			mark, round(r.genuine.slow), round(r.ours.slow), ratio(r.ours.slow, r.genuine.slow),
			r.genuine.trips, r.ours.trips)
	}
	return w.Flush()
}

// reportRows prints what rows took, CPU time included, and their memory.
func reportRows(title string, rows []*row) error {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, title+"\tgenuine\tours\tratio\tCPU genuine\tours\tratio\tpeak genuine\tours\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line(),
			round(r.genuine.direct), round(r.ours.direct), ratio(r.ours.direct, r.genuine.direct),
			round(r.genuine.cpu), round(r.ours.cpu), ratio(r.ours.cpu, r.genuine.cpu),
			mib(r.genuine.memory), mib(r.ours.memory))
	}
	return w.Flush()
}

// newAlone begins a table of what ours took, without PCP's tools.
func newAlone(title string) *tabwriter.Writer {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, title+"\tours\tCPU\tpeak\t")
	return w
}

// alone measures a command of ours, and adds a line to a table.
func (b *bench) alone(w io.Writer, what string, command func() *exec.Cmd) error {
	fmt.Fprintf(os.Stderr, "%s ...\n", what)
	var took []usage
	for range b.runs {
		u, err := used(command())
		if err != nil {
			return err
		}
		took = append(took, u)
	}
	memory, err := peak(command())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\t%v\t%v\t%.1f MiB\t\n", what, round(medianOf(took, usage.wall)), round(medianOf(took, usage.processor)), mib(memory))
	return err
}

func newRow(line string) *row {
	words := strings.Fields(line)
	return &row{tool: words[0], args: words[1:]}
}

func (r *row) line() string { return strings.Join(append([]string{r.tool}, r.args...), " ") }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func mib(kib int64) float64 { return float64(kib) / 1024 }

// round leaves three digits or so.
func round(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(100 * time.Millisecond)
	case d > time.Second:
		return d.Round(10 * time.Millisecond)
	case d > 100*time.Millisecond:
		return d.Round(time.Millisecond)
	default:
		return d.Round(10 * time.Microsecond)
	}
}
