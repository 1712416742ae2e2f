package tests

import (
	"path"
	"strings"
)

// archive is an argument of -a: the subject by one of its names, alone or in a
// list.
func (g *generator) archive() string {
	name := g.byName(g.subject.Name)
	switch {
	case g.odds(25):
		name += "," + g.subject.Name
	case g.odds(7):
		name = strings.Join(g.list(), ",")
	case g.odds(20) && path.Dir(g.subject.Name) != ".":
		name = path.Dir(g.subject.Name) + pick(g, []string{"", "/", "/."})
	}
	return name
}

// byName is a name of an archive, or of one of its files.
func (g *generator) byName(name string) string {
	switch g.IntN(60) {
	case 0, 1, 2:
		return name + ".meta"
	case 3, 4, 5:
		return name + ".index"
	case 6, 7, 8:
		return name + ".0"
	case 9, 10:
		return "./" + name
	case 11:
		return name + pick(g, []string{".1", ".2", ".9", ".xz", ".0.xz", ".meta.xz", ".", ".*", ".meta.", "/", ".index.xz", ".00"})
	case 12:
		return pick(g, []string{"../archives/", ".//", "../badarchives/", "nosuch/"}) + name
	case 13:
		return name[:g.IntN(len(name))]
	}
	return name
}

// list is the subject and others, most of them of its host; the metrics of
// them all become the line's.
func (g *generator) list() []string {
	near := []Subject{g.subject}
	for _, s := range g.subjects {
		if s.Host == g.subject.Host && s.Name != g.subject.Name && !s.large() {
			near = append(near, s)
		}
	}
	names := []string{g.byName(g.subject.Name)}
	for range 1 + g.IntN(3) {
		from := near
		if g.odds(15) {
			from = g.subjects
		}
		other := pick(g, from)
		names = append(names, g.byName(other.Name))
		g.join(other)
	}
	if g.odds(15) {
		names = append(names, pick(g, []string{"", "nosuch", ".", "/nosuch/x", "multi"}))
	}
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}

// join makes another archive part of the subject.
func (g *generator) join(other Subject) {
	s := g.subject
	if other.Start.Before(s.Start) {
		s.Start = other.Start
	}
	if other.End.After(s.End) {
		s.End = other.End
	}
	s.Metrics = append(s.Metrics[:len(s.Metrics):len(s.Metrics)], other.Metrics...)
	g.subject = s
}

// large reports whether asking PCP's tools takes long.
func (s Subject) large() bool { return len(s.Metrics) > 1000 }
