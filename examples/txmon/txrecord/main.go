//go:build unix

// Txrecord stands for programs that process transactions: it records some for the
// agent txmon, or prints what has been recorded.
//
//	txrecord checkout 0.25 search 0.01   # types of transactions, seconds
//	txrecord -l
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"pcptools/examples/txmon/segment"
)

func main() {
	if err := run(os.Stdout, segment.Path(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "txrecord:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, path string, args []string) error {
	list := len(args) == 1 && args[0] == "-l"
	if !list && (len(args) == 0 || len(args)%2 != 0) {
		return errors.New("usage: txrecord -l | txrecord TYPE SECONDS [TYPE SECONDS]...")
	}
	s, err := segment.Open(path)
	if err != nil {
		return err
	}
	defer s.Close()
	if list {
		return summary(out, s)
	}
	for i := 0; i < len(args); i += 2 {
		err = errors.Join(err, record(s, args[i], args[i+1]))
	}
	return err
}

// maxSeconds is how long transactions may take.
const maxSeconds = 1e6

// record records a transaction.
func record(s *segment.Segment, kind, took string) error {
	seconds, err := strconv.ParseFloat(took, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxSeconds) {
		return fmt.Errorf("%s: time %q: not a number of seconds", kind, took)
	}
	return s.Record(kind, time.Duration(seconds*float64(time.Second)))
}

// summary prints the statistics.
func summary(out io.Writer, s *segment.Segment) error {
	level, all, err := s.Read()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "level %d\n%10s %10s %12s %12s  %s\n", level, "count", "since", "total", "longest", "type")
	for _, t := range all {
		fmt.Fprintf(out, "%10d %10d %12v %12v  %s\n", t.Count, t.Since, t.Total, max(t.Longest, 0), t.Name)
	}
	return nil
}
