// Package recordings compares what PCP's tools of each release print about the
// archives in tests/testdata/golden, and what they and a pmcd say to each other, with
// what is recorded there for the replay of package golden; or records it. It needs
// PCP on this machine, and root for the trees of other releases.
//
//	go test ./tests/recordings                        # compare
//	go test ./tests/recordings -v -record             # all lines, all releases
//	go test ./tests/recordings -v -record -new        # only the lines that have nothing below them
//	go test ./tests/recordings -v -record -only 6.0.3 # others keep what they have
//
// Each line that is recorded runs twice, and what is not the same twice, or speaks of
// this machine, is not recorded; oracle_test.go says what else. That ours prints something
// else is no reason: such lines are in except.txt.
package recordings

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/internal/golden"
	"pcptools/internal/need"
)

var (
	recording = flag.Bool("record", false, "record what the genuine tools print")
	fresh     = flag.Bool("new", false, "record only lines that nothing is recorded of")
	only      = flag.String("only", strings.Join(golden.Releases, ","), "record or compare only these `releases`")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if need.Verifying() && os.Getuid() == 0 {
		if done, status := onAnyHost(); done {
			os.Exit(status)
		}
	}
	os.Exit(m.Run())
}

func TestRecordings(t *testing.T) {
	need.PCP(t)
	need.Root(t, "gives the machine another name")
	if err := run(t, strings.Split(*only, ",")); err != nil {
		t.Error(err)
	}
}

func run(t *testing.T, releases []string) (err error) {
	dir, err := golden.Dir()
	if err != nil {
		return err
	}
	oracles, err := findOracles(t, releases, dir)
	defer func() {
		for _, o := range oracles {
			err = errors.Join(err, os.RemoveAll(o.dir))
		}
	}()
	if err != nil {
		return err
	}
	records, err := golden.Load(filepath.Join(dir, "archive"))
	if err != nil {
		return err
	}
	live := func(o *oracle) error { return converse(dir, o) }
	if !*recording {
		return errors.Join(compare(records, oracles), each(oracles, live))
	}
	if err := record(records, oracles); err != nil {
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
