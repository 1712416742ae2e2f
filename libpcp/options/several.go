package options

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/series"
)

// several is a list of sources that are asked each for itself: --hosts or
// --archives.
type several struct {
	kind       Kind
	lists      []string
	recordings map[string]*series.Recording // by the bases of their archives; of a query of series
}

// HostsOption is --hosts, which PCP's tools lack.
func (c *Choice) HostsOption() getopt.Option {
	return getopt.Option{Long: "hosts", Arg: "HOSTS", Exact: true,
		Text:     "ask all of these hosts: a,b,web[01-20],@FILE, with - for standard input",
		Value:    getopt.Func(func(list string) error { return c.addSeveral(Host, list) }),
		Complete: getopt.Completion{Kind: getopt.Hosts, List: true}}
}

// ArchivesOption is --archives, which PCP's tools lack.
func (c *Choice) ArchivesOption() getopt.Option {
	return getopt.Option{Long: "archives", Arg: "FILES", Exact: true,
		Text:     "ask all of these archives, each for itself: a,DIR,'2026*',@FILE, with - for standard input",
		Value:    getopt.Func(func(list string) error { return c.addSeveral(Archive, list) }),
		Complete: getopt.Completion{Kind: getopt.Archives, List: true}}
}

func (c *Choice) addSeveral(kind Kind, list string) error {
	if len(c.several.lists) > 0 && c.several.kind != kind {
		return errHostsAndArchives
	}
	c.several.kind = kind
	c.several.lists = append(c.several.lists, list)
	return nil
}

// Several reports whether options list several separate sources. Then
// [Choice.Names] returns their names, and [Source.One] each of them.
func (c *Choice) Several() bool { return len(c.several.lists) > 0 }

// checkSeveral finds what does not go with a list of sources.
func (s *Source) checkSeveral() error {
	switch {
	case !s.Several():
		return nil
	case s.host != nil || s.archived || s.local:
		return errors.New("a list of hosts or archives is the only source of metrics")
	case s.Tracing():
		return errors.New("-D takes a single source of metrics")
	}
	return nil
}

// Names returns the names of the listed sources in their order, each once; of
// ranges and patterns, all that they stand for.
func (c *Choice) Names(stdin io.Reader) (names []string, err error) {
	named := hostNames
	if c.several.kind == Archive {
		named = archiveNames
	}
	for _, list := range c.several.lists {
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
				return nil, &OpenError{c.Shown(name), err}
			}
			names = append(names, some...)
		}
	}
	return once(names), nil
}

// Shown is the name of a source for reports: of a host, without its password.
func (c *Choice) Shown(name string) string {
	if r, ok := c.several.recordings[name]; ok {
		return r.Host
	}
	if c.Kind == Archive {
		return WithoutPassword(name)
	}
	return rest.Redact(name)
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
	f, err := access.Open(file)
	if err != nil {
		return nil, &OpenError{file, err}
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
		return nil, &OpenError{from, err}
	case limited.N == 0:
		return nil, fmt.Errorf("%s: more than %d MiB of names", from, maxLists>>20)
	}
	return names, nil
}

// One returns the source of one of the listed names, to be used by a goroutine
// of its own. Its messages go to stderr, and it asks the user for nothing.
func (s *Source) One(name string, stderr io.Writer) *Source {
	one := *s
	one.several, one.recording, one.amongOthers = several{}, s.several.recordings[name], true
	inv := *s.inv
	inv.Stderr, inv.Flush = stderr, nil
	one.inv, one.Debugging = &inv, Debugging{inv: &inv, set: s.set, complaint: s.complaint}
	if !s.bare() {
		one.derived = s.definitions().Clone(inv.Messages())
	}
	if one.Kind = s.several.kind; one.Kind == Archive {
		one.Archives = name
	} else {
		one.Host = name
	}
	return &one
}
