package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// What is measured on the large archive. ARCHIVE is its name and METRIC one
// of its metrics, a counter of 16 instances.
var archiveCommands = []string{
	"pminfo -a ARCHIVE",
	"pminfo -f -O -0 -a ARCHIVE",
	"pmprobe -v -O -0 -a ARCHIVE",
	"pmval -t 10 -a ARCHIVE METRIC",
	"pmval -t 1 -T 4hour -a ARCHIVE METRIC",
	"pmval -t 10min -a ARCHIVE METRIC",
	"pmval -U ARCHIVE METRIC",
	"pmval -t 10 -T 52hour -a ARCHIVE METRIC", // 500 marks
	"pmval -t 10 -S -4hour -a ARCHIVE METRIC",
	"pmval -t 10 -O 36hour -s 1 -a ARCHIVE METRIC",
	"pmval -t 10 -a ARCHIVE large.group8.metric08", // recorded every ten minutes
	"pmval -t 10min -a ARCHIVE large.once",
}

// compressedCommands are those that are repeated on compressed archives.
var compressedCommands = []string{
	"pminfo -a ARCHIVE",
	"pminfo -f -O -0 -a ARCHIVE",
	"pmval -t 10min -a ARCHIVE METRIC",
	"pmval -U ARCHIVE METRIC",
	"pmval -t 10 -O 36hour -s 1 -a ARCHIVE METRIC",
}

const archiveMetric = "large.group4.metric04"

// budget is how long the runs of one command line may take together, but for
// the first.
const budget = 20 * time.Second

// archives compares the tools on the large archive, plain and compressed.
func (b *bench) archives(cache string) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	base, err := b.large(cache)
	if err != nil {
		return err
	}
	if err := describeArchive(base); err != nil {
		return err
	}
	if err := b.onArchive("plain", archiveCommands, base, base); err != nil {
		return err
	}
	xz, err := compressed(base, "xz")
	if err != nil {
		return err
	}
	if err := b.onArchive(".xz", compressedCommands, xz, xz); err != nil {
		return err
	}
	zst, err := compressed(base, "zst")
	if err != nil {
		return err
	}
	newest := *b
	newest.compat = "7.2.2" // which reads .zst files
	return newest.onArchive(".zst, genuine on plain", compressedCommands, base, zst)
}

func describeArchive(base string) error {
	var size int64
	for _, suffix := range []string{".0", ".1"} {
		info, err := os.Stat(base + suffix)
		if err != nil {
			return err
		}
		size += info.Size()
	}
	fmt.Printf("\narchive of %d MB, %d records of %d metrics with %d instances, %d marks\n",
		size/1e6, largeRecords, largeMetrics, largeInstances, largeMarks)
	return nil
}

// onArchive measures command lines on an archive, which may be another one
// for ours.
func (b *bench) onArchive(title string, commands []string, genuine, ours string) error {
	var rows []*row
	for _, line := range commands {
		words := strings.Fields(line)
		if _, err := os.Stat(filepath.Join(b.ours, words[0])); err != nil {
			fmt.Fprintf(os.Stderr, "%s: not built, left out\n", words[0])
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: %s ...\n", title, line)
		r := &row{tool: words[0], args: words[1:]}
		if err := b.replay(r, genuine, ours); err != nil {
			return err
		}
		rows = append(rows, r)
	}
	return reportArchive(title, rows)
}

// replay measures a command line on an archive, by fewer runs if they take
// long.
func (b *bench) replay(r *row, genuine, ours string) error {
	began := time.Now()
	more := func(done int) bool { return done == 0 || done < b.runs && time.Since(began) < budget }
	return b.timeAndMemory(r, onBase(r.args, genuine), onBase(r.args, ours), more)
}

func onBase(args []string, base string) []string {
	replace := strings.NewReplacer("ARCHIVE", base, "METRIC", archiveMetric)
	on := make([]string, len(args))
	for i, arg := range args {
		on[i] = replace.Replace(arg)
	}
	return on
}

func reportArchive(title string, rows []*row) error {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\tgenuine\tours\tratio\tpeak genuine\tours\t\n", title)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line(),
			round(r.genuine.direct), round(r.ours.direct), ratio(r.ours.direct, r.genuine.direct),
			mib(r.genuine.memory), mib(r.ours.memory))
	}
	return w.Flush()
}
