// Golden records what PCP's tools of each release print about the archives
// in tests/testdata/golden, and what they and a pmcd say to each other, for the
// replay of package golden. It needs PCP on this machine, and root for
// the trees of other releases.
//
//	go run ./tests/cmd/golden                # all lines, all releases
//	go run ./tests/cmd/golden -new           # only the lines that have nothing below them
//	go run ./tests/cmd/golden -only 6.0.3    # others keep what they have
//	go run ./tests/cmd/golden -check         # compare, and write nothing
//
// Each line runs twice, and what is not the same twice, or speaks of this
// machine, is not recorded; oracle.go says what else. That ours prints something
// else is no reason: such lines are in except.txt.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pcptools/internal/golden"
)

func main() {
	only := flag.String("only", strings.Join(golden.Releases, ","), "record only these `releases`")
	fresh := flag.Bool("new", false, "record only lines that nothing is recorded of")
	check := flag.Bool("check", false, "compare what is recorded with the genuine tools, and write nothing")
	flag.Parse()
	if err := run(strings.Split(*only, ","), *fresh, *check); err != nil {
		fmt.Fprintln(os.Stderr, "golden:", err)
		os.Exit(1)
	}
}

func run(releases []string, fresh, check bool) (err error) {
	if done, err := onAnyHost(); done || err != nil {
		return err
	}
	dir, err := golden.Dir()
	if err != nil {
		return err
	}
	oracles, err := findOracles(releases, dir)
	defer func() {
		for _, o := range oracles {
			err = errors.Join(err, o.close())
		}
	}()
	if err != nil {
		return err
	}
	records, err := golden.Load(filepath.Join(dir, "archive"))
	if err != nil {
		return err
	}
	live := func(o *oracle) error { return converse(dir, o, fresh, check) }
	if check {
		return errors.Join(compare(records, oracles), each(oracles, live))
	}
	if err := record(records, oracles, fresh); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "archive"), records); err != nil {
		return err
	}
	if err := each(oracles, live); err != nil {
		return err
	}
	return writeReference(filepath.Join(dir, "REFERENCE"), oracles)
}

// write writes all files of records, without those that nothing is recorded of.
func write(dir string, records []golden.Record) error {
	files := make(map[string][]golden.Record)
	for _, r := range records {
		name, _, _ := strings.Cut(r.At, ":")
		if len(r.Want) == 0 {
			fmt.Printf("%s: removed, since nothing is recorded of it: %s\n", r.At, r.Line)
			r.Line = ""
		}
		files[name] = append(files[name], r)
	}
	for name, records := range files {
		// A note stays, for the line after it.
		note := ""
		for i := range records {
			records[i].Note = note + records[i].Note
			if note = ""; records[i].Line == "" {
				note = records[i].Note
			}
		}
		records = slices.DeleteFunc(records, func(r golden.Record) bool { return r.Line == "" })
		if err := os.WriteFile(filepath.Join(dir, name), golden.Format(records), 0o644); err != nil {
			return err
		}
	}
	return nil
}
