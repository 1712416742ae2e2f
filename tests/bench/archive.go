package main

import (
	"fmt"
	"os"
	"strings"
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
	"pmval -t 10 -a ARCHIVE METRIC",
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
	base, err := large(cache)
	if err != nil {
		return err
	}
	if err := describeArchive(base); err != nil {
		return err
	}
	return b.onArchive("plain", archiveCommands, base, base)
}

// compressed compares the tools on the large archive, whose volumes are compressed.
// Genuine 6.0.3 runs xz or gzip, which expands a volume before it is read.
func (b *bench) compressed(cache string) error {
	base, err := large(cache)
	if err != nil {
		return err
	}
	for _, suffix := range []string{"xz", "gz"} {
		same, err := compressed(cache, base, suffix)
		if err != nil {
			return err
		}
		if err := b.onArchive("."+suffix, compressedCommands, same, same); err != nil {
			return err
		}
	}
	zst, err := compressed(cache, base, "zst")
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
		fmt.Fprintf(os.Stderr, "%s: %s ...\n", title, line)
		r := newRow(line)
		if err := b.inBudget(r, onBase(r.args, genuine), onBase(r.args, ours)); err != nil {
			return err
		}
		rows = append(rows, r)
	}
	return reportRows(title, rows)
}

// inBudget measures a row, by fewer runs if they take long.
func (b *bench) inBudget(r *row, genuine, ours []string) error {
	began := time.Now()
	more := func(done int) bool { return done == 0 || done < b.runs && time.Since(began) < budget }
	return b.timeAndMemory(r, genuine, ours, more)
}

func onBase(args []string, base string) []string {
	replace := strings.NewReplacer("ARCHIVE", base, "METRIC", archiveMetric)
	on := make([]string, len(args))
	for i, arg := range args {
		on[i] = replace.Replace(arg)
	}
	return on
}
