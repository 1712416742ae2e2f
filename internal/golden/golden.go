// Package golden has what PCP's tools of each release printed, recorded
// as text, and replays it on ours: in the test process, on any system, without
// PCP.
//
// The recordings are in tests/testdata/golden, and tests/recordings makes them
// (make golden). A file of them is a list of records:
//
//	# A note.
//	$ TZ=EST5EDT pmval -a steps2 -s 2 -t 10 ins.i32
//	1|metric:    ins.i32
//	1|22:13:20.000           100
//	= 0
//	@ 6.0.3
//	2|pmval: ...
//	= 1
//
// After $ is a command line in the notation of case files ([ParseCommand]), and
// then what it printed and left behind, in the notation of [Result.Text]. The
// first block is of all releases that no @ names; there may be several after @,
// and a block with nothing in it says that nothing is recorded of them. Of a
// conversation with a pmcd a line with a colon has the numbers of the exchanges:
//
//	$ pmprobe -v sample.bin
//	: 12 13 14 409 + 15
//	1|sample.bin 9 100 200 300 400 500 600 700 800 900
//	= 0
//
// A file about a single release has no @; all releases then have its text.
//
// To record another line, write it into a file there, after $, with nothing
// below it.
package golden

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Releases are the releases that have recordings, oldest first.
var Releases = []string{"6.0.3", "6.3.8", "7.2.2"}

// A Record is a command line and what it printed in each release.
type Record struct {
	Note string // the lines before it, comments or empty
	At   string // FILE:LINE
	Line string // in the notation of case files
	// Want is what the line printed, by release, as [Result.Text] writes it.
	// Releases that nothing is recorded of have none.
	Want map[string]string

	// Exchanges are the numbers of the exchanges with a pmcd that PCP's tool
	// needed; Ahead are the exchanges that only our tool asks for. A record
	// without them is no conversation.
	Exchanges, Ahead []int
}

// Dir returns the directory of the recordings, from within the module.
func Dir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		found := filepath.Join(dir, "tests", "testdata", "golden")
		if _, err := os.Stat(found); err == nil {
			return found, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("tests/testdata/golden: not in the module's directory")
		}
		dir = parent
	}
}

// Load reads the records of all files with the extension .txt in a directory,
// by name.
func Load(dir string) ([]Record, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, &fs.PathError{Op: "load", Path: dir, Err: fs.ErrNotExist}
	}
	var records []Record
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		some, err := Parse(filepath.Base(path), b)
		if err != nil {
			return nil, err
		}
		records = append(records, some...)
	}
	return records, nil
}
