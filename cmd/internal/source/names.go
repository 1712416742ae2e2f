package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp/options"
)

// Names returns the names of the sources that options list, in their order, each once; of
// ranges and patterns, all that they stand for.
func Names(c *options.Choice, stdin io.Reader) (names []string, err error) {
	named := hostNames
	if c.Kind == options.Archive {
		named = archiveNames
	}
	for _, list := range c.Lists() {
		listed, err := readList(list, stdin)
		if err != nil {
			return nil, err
		}
		for _, name := range listed {
			some, err := named(name)
			if err == nil && len(some) > 1 && len(names)+len(some) > maxNames {
				err = errTooMany()
			}
			if err != nil {
				return nil, &options.OpenError{Failure: c.Shown(name), Err: err}
			}
			names = append(names, some...)
		}
	}
	return once(names), nil
}

// once returns names without repetitions.
func once(names []string) []string {
	seen := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// readList reads the argument of an option: names, and files in which names stand
// one to a line.
func readList(list string, stdin io.Reader) (names []string, err error) {
	for _, name := range splitNames(list) {
		some := []string{name}
		if file, isFile := strings.CutPrefix(name, "@"); isFile {
			some, err = readFile(file)
		} else if name == "-" {
			some, err = readLines(stdin, "standard input")
		}
		if err != nil {
			return nil, err
		}
		names = append(names, some...)
	}
	return names, nil
}

func readFile(file string) ([]string, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a FIFO without a writer is empty
	if err != nil {
		return nil, &options.OpenError{Failure: file, Err: err}
	}
	defer f.Close()
	return readLines(f, file)
}

// splitNames splits a list at commas. Digits behind one are another port of
// the host before it: PCP's host specifications have such lists, too. Commas in
// brackets belong to a range.
func splitNames(list string) (names []string) {
	open := false
	for name := range strings.SplitSeq(list, ",") {
		last := len(names) - 1
		within := open
		if at := strings.LastIndexAny(name, "[]"); at >= 0 {
			open = name[at] == '['
		}
		switch {
		case within && last >= 0:
			names[last] += "," + name
		case name == "":
		case last >= 0 && strings.Contains(names[last], ":") && strings.Trim(name, "0123456789") == "":
			names[last] += "," + name
		default:
			names = append(names, name)
		}
	}
	return names
}

// How long what names are read from may be, and a line of it.
const (
	maxLists = 16 << 20
	maxName  = 64 << 10
)

// readLines reads names that stand one to a line, with comments behind #.
func readLines(r io.Reader, from string) (names []string, err error) {
	limited := &io.LimitedReader{R: r, N: maxLists}
	lines := bufio.NewScanner(limited)
	lines.Buffer(nil, maxName)
	number := 0
	for ; lines.Scan(); number++ {
		line := lines.Text()
		if number == 0 {
			line = strings.TrimPrefix(line, "\ufeff") // the byte order mark of editors
		}
		line, _, _ = strings.Cut(line, "#")
		if name := strings.TrimSpace(line); name != "" {
			names = append(names, name)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s: line %d is too long for a name", from, number+1)
	case err != nil:
		return nil, &options.OpenError{Failure: from, Err: err}
	case limited.N == 0:
		return nil, fmt.Errorf("%s: more than %d MiB of names", from, maxLists>>20)
	}
	return names, nil
}
