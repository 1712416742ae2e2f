package main

import (
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// report prints what rows took: time, of which the fastest tenth is more stable than
// the median where there are many runs, processor time, and memory.
func report(title string, rows []*row) error {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, title+"\tgenuine\tours\tratio\tfastest tenth\tCPU genuine\tours\tratio\tpeak genuine\tours\t")
	for _, r := range rows {
		genuine, ours := r.at(0, 0.5), r.at(1, 0.5)
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%.2f\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line,
			round(genuine.wall), round(ours.wall), ratio(ours.wall, genuine.wall), ratio(r.at(1, 0.1).wall, r.at(0, 0.1).wall),
			round(genuine.cpu), round(ours.cpu), ratio(ours.cpu, genuine.cpu), mib(r.peak[0]), mib(r.peak[1]))
	}
	return w.Flush()
}

// reportSlow prints what rows took over the slow link.
func reportSlow(rows []*row) error {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "25 ms each way\tgenuine\tours\tratio\ttrips genuine\tours\t")
	for _, r := range rows {
		mark := ""
		if r.computed {
			mark = "~"
		}
		fmt.Fprintf(w, "%s\t%s%v\t%v\t%.2f\t%d\t%d\t\n", r.line,
			mark, round(r.slow[0]), round(r.slow[1]), ratio(r.slow[1], r.slow[0]), r.trips[0], r.trips[1])
	}
	return w.Flush()
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func mib(kib int64) float64 { return float64(kib) / 1024 }

// round leaves three digits or so.
func round(d time.Duration) time.Duration {
	unit := 10 * time.Microsecond
	for d > 1000*10*unit {
		unit *= 10
	}
	return d.Round(unit)
}
