package main

import (
	"strings"
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

// archives compares the tools on the large archive, plain and compressed.
func (b *bench) archives() error {
	base, err := large(b.cache)
	if err != nil {
		return err
	}
	return b.onArchives("plain", archiveCommands, base, base)
}

// compressed compares the tools on the large archive, whose volumes are compressed.
// Genuine 6.0.3 runs xz, which expands a volume before it is read.
func (b *bench) compressed() error {
	base, err := large(b.cache)
	if err != nil {
		return err
	}
	same, err := compressed(b.cache, base)
	if err != nil {
		return err
	}
	return b.onArchives(".xz", compressedCommands, same, same)
}

// onArchives measures command lines on an archive, which may be another one
// for ours.
func (b *bench) onArchives(title string, lines []string, genuine, ours string) error {
	return b.table(title, b.runs, b.rows(lines, [2]string{genuine, ours})...)
}

func onArchive(base string, args []string) []string {
	replace := strings.NewReplacer("ARCHIVE", base, "METRIC", archiveMetric)
	on := make([]string, len(args))
	for i, arg := range args {
		on[i] = replace.Replace(arg)
	}
	return on
}
