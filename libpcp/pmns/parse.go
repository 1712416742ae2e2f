package pmns

import (
	"errors"
	"fmt"
	"io"

	"pcptools/libpcp"
)

// group is PATH { ... } of a name-space file.
type group struct {
	path    string
	entries []entry
	used    bool
}

// entry is a name in a group: a metric, or what another group is about.
type entry struct {
	name string
	id   libpcp.PMID
	leaf bool
}

// A SyntaxError reports where a name-space file cannot be parsed, and why. It
// unwraps to ErrPMNS.
type SyntaxError struct {
	Place  string // FILE:LINE, or FILE
	Reason string
}

func (e *SyntaxError) Error() string { return e.Place + ": " + e.Reason }

// Unwrap returns the code.
func (e *SyntaxError) Unwrap() error { return libpcp.ErrPMNS }

// parser reads groups.
type parser struct {
	*lines
	groups  []*group
	defined func(entry) // is called with each metric
}

// parse reads a file to its end. The last group needs no closing brace; without
// one it may contain a name twice.
func (p *parser) parse() error {
	for {
		t, err := p.token()
		if err != nil || t.kind == tokenEnd {
			return err
		}
		if t.kind != tokenName && t.kind != tokenPath {
			return p.unexpected(t, "Expected NAME or PATH")
		}
		g := &group{path: t.text}
		p.groups = append(p.groups, g)
		if err := p.group(g); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// group reads a group after its path; io.EOF reports that the file ends with
// the group.
func (p *parser) group(g *group) error {
	t, err := p.token()
	switch {
	case err != nil:
		return err
	case t.kind == tokenEnd:
		return io.EOF
	case t.kind != tokenOpen:
		return p.unexpected(t, "{ expected")
	}
	named := false // the last word was a name, which a PMID may follow
	for {
		t, err := p.token()
		switch {
		case err != nil:
			return err
		case t.kind == tokenEnd:
			return io.EOF
		case t.kind == tokenClose:
			return p.unique(g)
		case t.kind == tokenName:
			g.entries = append(g.entries, entry{name: t.text, id: libpcp.NullPMID})
			named = true
		case t.kind == tokenPMID && named:
			e := &g.entries[len(g.entries)-1]
			if e.id, err = p.identifier(t.text); err != nil {
				return p.fail("Expected NAME, PMID or }")
			}
			e.leaf, named = true, false
			p.defined(*e)
		case named:
			return p.unexpected(t, "Expected NAME, PMID or }")
		default:
			return p.unexpected(t, "Expected NAME or }")
		}
	}
}

// identifier parses a PMID, and reports its errors.
func (p *parser) identifier(word string) (libpcp.PMID, error) {
	id, reason := parsePMID(word)
	if reason != "" {
		p.complain(reason)
		return id, errors.New(reason)
	}
	return id, nil
}

// unexpected reports a misplaced word, after any other error of the word.
func (p *parser) unexpected(t token, reason string) error {
	if t.kind == tokenPMID {
		p.identifier(t.text)
	}
	return p.fail(reason)
}

// unique checks that no name stands twice in a group.
func (p *parser) unique(g *group) error {
	count := make(map[string]int, len(g.entries))
	for _, e := range g.entries {
		count[e.name]++
	}
	if len(count) == len(g.entries) {
		return nil
	}
	for _, e := range g.entries {
		if count[e.name] > 1 {
			place := p.where()
			p.complainf("Duplicate name \"%s\" in subtree for \"%s\"\n", e.name, g.path)
			return &SyntaxError{place, fmt.Sprintf("duplicate name %q in subtree for %q", e.name, g.path)}
		}
	}
	return nil
}
