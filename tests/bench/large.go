package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A metric of group i is in one of largeGroups[i] records of the large archive.
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

// compressed makes a copy of the large archive, at base, whose volumes are compressed with
// xz in blocks of ten megabytes, as pmlogger_daily does.
func compressed(cache, base string) (string, error) {
	dir, err := cached(cache, "large-xz", func(dir string) error {
		copied := filepath.Join(dir, "large")
		var errs []error
		for _, part := range []string{".meta", ".index", ".0", ".1"} {
			errs = append(errs, os.Link(base+part, copied+part))
		}
		xz := exec.Command("xz", "-1", "--force", "--block-size=10MiB", "--threads=0", copied+".0", copied+".1")
		return errors.Join(append(errs, xz.Run())...)
	})
	return filepath.Join(dir, "large"), err
}
