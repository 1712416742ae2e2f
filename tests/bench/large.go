package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// largeGroups are in how manieth records of the large archive the metrics of a group are.
var largeGroups = [...]int{1, 1, 1, 1, 1, 1, 2, 6, 60, 360}

// large returns the base name of the large archive: a record every ten seconds for three
// days, each with most metrics for all instances, and 700 interruptions. It has about 370
// MB. The groups that metrics are in are logged at different intervals.
func large(cache string) (string, error) {
	s := scale{metrics: 100, instances: 16, records: 3 * 24 * 360, interval: 10 * time.Second, marks: 700, all: true,
		name:  func(i int) string { return fmt.Sprintf("large.group%d.metric%02d", i%10, i) },
		every: func(i int) int { return largeGroups[i%len(largeGroups)] }}
	dir, err := cached(cache, "large", func(dir string) error { return s.write(filepath.Join(dir, "large"), scaleStart, 1) })
	return filepath.Join(dir, "large"), err
}

// compressed makes a copy of the large archive, at base, whose volumes are
// compressed: with xz in blocks of ten megabytes, as pmlogger_daily does, with gzip,
// or with zstd.
func compressed(cache, base, suffix string) (string, error) {
	dir, err := cached(cache, "large-"+suffix, func(dir string) error {
		copied := filepath.Join(dir, "large")
		var errs []error
		for _, volume := range []string{".0", ".1"} {
			errs = append(errs, compress(base+volume, copied+volume+"."+suffix, suffix))
		}
		for _, part := range []string{".meta", ".index"} {
			errs = append(errs, os.Link(base+part, copied+part))
		}
		return errors.Join(errs...)
	})
	return filepath.Join(dir, "large"), err
}

// compressors write the compressed form of a file to standard output.
var compressors = map[string][]string{
	"xz":  {"xz", "-1", "--block-size=10MiB", "--threads=0", "--stdout"},
	"gz":  {"gzip", "--stdout"},
	"zst": {"zstd", "--quiet", "--stdout"},
}

func compress(from, to, suffix string) error {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	words := append(slices.Clip(compressors[suffix]), from)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	return out.Close()
}
