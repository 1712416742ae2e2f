// Report runs go test and prints what there is to know: a line for each package and
// for each long test, the output of what has failed or moved (see package conform),
// and at the end how many tests passed, failed and were skipped, and why.
//
//	go run ./tests/cmd/report -- ./...
//
// With -log it runs a stage of make verify, go test or another command, and notes
// how that ended. From the notes -summary makes the end of what make verify prints.
//
//	report -log DIR -stage NAME -- -race ./...
//	report -log DIR -stage NAME -command -- make lint
//	report -log DIR -summary
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	log := flag.String("log", "", "note in this `directory` how it ended")
	name := flag.String("stage", "", "what is run, for people")
	command := flag.Bool("command", false, "run a command, not go test")
	summary := flag.Bool("summary", false, "print the summary of a log")
	flag.Parse()
	var ok bool
	var err error
	if *summary {
		ok, err = summarize(os.Stdout, *log)
	} else {
		ok, err = perform(*log, *name, *command, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// A stage is how a part of make verify has ended.
type stage struct {
	Name    string
	OK      bool
	Start   time.Time
	Seconds float64
	Counts
}

// perform runs go test, or a command, and reports whether that was good.
func perform(log, name string, command bool, args []string) (bool, error) {
	if name != "" {
		fmt.Println("===", name)
	}
	s := stage{Name: name, Start: time.Now()}
	var err error
	if command {
		var last tail
		both := io.MultiWriter(os.Stdout, &last)
		err = run(args, both, both)
		if s.OK = err == nil; !s.OK {
			s.Failures = []Failure{{name, string(last.text)}}
		}
	} else {
		s.Counts, err = test(args)
		s.OK = err == nil && s.Failed == 0
	}
	s.Seconds = time.Since(s.Start).Seconds()
	if !command {
		s.Counts.writeFailed(os.Stdout)
		fmt.Printf("%s, in %.0f s\n", s.Counts, s.Seconds)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil // it has printed why
	}
	if log != "" {
		err = errors.Join(err, note(log, s))
	}
	return s.OK, err
}

// test runs go test and counts. A package more than there are processors is tested at
// once, since some wait.
func test(args []string) (Counts, error) {
	r, w := io.Pipe()
	result := make(chan error, 1)
	go func() {
		packages := "-p=" + strconv.Itoa(runtime.NumCPU()+1)
		err := run(append([]string{"go", "test", "-json", packages}, args...), w, os.Stderr)
		w.Close()
		result <- err
	}()
	rep := newReport(os.Stdout)
	err := rep.read(r)
	return rep.counts(), errors.Join(err, <-result)
}

// run runs a command.
func run(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return errors.New("no command")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd.Run()
}

// note adds a stage to a log.
func note(log string, s stage) error {
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(log, "stages"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// summarize prints a log, and reports whether all stages were good. Stages may have
// run beside each other.
func summarize(w io.Writer, log string) (bool, error) {
	text, err := os.ReadFile(filepath.Join(log, "stages"))
	if err != nil {
		return false, err
	}
	fmt.Fprintln(w, "\n=== Summary")
	all := stage{OK: true, Start: time.Now()}
	var end time.Time
	for line := range strings.Lines(string(text)) {
		var s stage
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return false, err
		}
		verdict := "ok"
		if !s.OK {
			verdict, all.OK = "FAILED", false
			s.Failed = max(s.Failed, 1) // a stage that is not go test has no number
		}
		fmt.Fprintf(w, "%-6s %5.0f s  %s\n", verdict, s.Seconds, s.Name)
		if s.Start.Before(all.Start) {
			all.Start = s.Start
		}
		if e := s.Start.Add(time.Duration(s.Seconds * float64(time.Second))); e.After(end) {
			end = e
		}
		all.add(s.Counts)
	}
	conformance, err := os.ReadFile(filepath.Join(log, "conformance"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	if len(conformance) > 0 {
		fmt.Fprintf(w, "Conformance with the genuine tools:\n%s", conformance)
	}
	all.Counts.writeOutput(w)
	all.Counts.writeFailed(w)
	fmt.Fprintf(w, "%s, in %.0f s\n", all.Counts, end.Sub(all.Start).Seconds())
	return all.OK, nil
}
