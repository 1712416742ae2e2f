package tests

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"pcptools/internal/tree"
)

// The files generate_*_test.go make up command lines, and files for them: a seed
// gives the same ones every time, another seed others.

// A Subject is an archive to ask about, and what there is to ask.
type Subject struct {
	Name       string // as an argument of -a, in its directory
	Host       string
	Metrics    []Metric
	Start, End time.Time
}

// Metric is a metric of an archive, with instances it has values for.
type Metric struct {
	Name      string
	Instances []string
}

// findSubjects finds the archives in a directory of a tree, by what its tools
// say of them. A damaged one has no metrics, but is a subject too.
func findSubjects(t *tree.Tree, dir string) ([]Subject, error) {
	names, err := findArchives(t.Path(dir))
	if err != nil {
		return nil, err
	}
	subjects := make([]Subject, len(names))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				subjects[i] = findSubject(t, dir, names[i])
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	group.Wait()
	return subjects, nil
}

// findArchives lists the archives in a directory, and in the directories in it.
func findArchives(dir string) ([]string, error) {
	var names []string
	for _, pattern := range []string{"*.meta*", "*/*.meta*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			rest, err := filepath.Rel(dir, path)
			if err != nil {
				return nil, err
			}
			name, _, _ := strings.Cut(rest, ".meta")
			names = append(names, name)
		}
	}
	return slices.Compact(names), nil
}

// findSubject describes one archive of a directory.
func findSubject(t *tree.Tree, dir, name string) Subject {
	s := Subject{Name: name}
	for line := range bytes.Lines(ask(t, dir, "pmprobe", "-I", "-a", name)) {
		if m, ok := parseProbe(string(line)); ok {
			s.Metrics = append(s.Metrics, m)
		}
	}
	label := ask(t, dir, "pmdumplog", "-L", name)
	if m := hostName.FindSubmatch(label); m != nil {
		s.Host = string(m[1])
	}
	s.Start = labelTime(label, "commencing")
	s.End = labelTime(label, "ending")
	return s
}

// ask returns what one of PCP's tools prints; a failure is no output.
func ask(t *tree.Tree, dir, tool string, args ...string) []byte {
	cmd := t.Command(context.Background(), t.Genuine(tool), args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PCP_DERIVED_CONFIG="}
	out, _ := cmd.Output()
	return out
}

var hostName = regexp.MustCompile(`(?m)^Performance metrics from host (.*)$`)

var instanceName = regexp.MustCompile(`"[^"]*"`)

// parseProbe takes the name and the instances from a line of pmprobe -I.
func parseProbe(line string) (Metric, bool) {
	name, rest, found := strings.Cut(strings.TrimSpace(line), " ")
	if !found || !filepath.IsLocal(name) || strings.HasPrefix(name, "event.") {
		// Of a derived metric without operands that is fetched twice in a
		// row PCP's tools say something different every time.
		return Metric{}, false
	}
	m := Metric{Name: name}
	for _, quoted := range instanceName.FindAllString(rest, 8) {
		m.Instances = append(m.Instances, strings.Trim(quoted, `"`))
	}
	return m, true
}

// labelTime takes a time from what pmdumplog -L says.
func labelTime(label []byte, word string) time.Time {
	_, rest, found := strings.Cut(string(label), "\n    "+word)
	if !found {
		return time.Time{}
	}
	line, _, _ := strings.Cut(rest, "\n")
	t, err := time.Parse("Mon Jan _2 15:04:05.999999 2006", strings.TrimSpace(line))
	if err != nil {
		return time.Time{}
	}
	return t
}
