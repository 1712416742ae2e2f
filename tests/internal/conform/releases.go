package conform

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"pcptools/internal/golden"
	"pcptools/internal/tree"
)

const emptyContainer = "pmval -h localhost:$PORT?container= -s 1 sample.long.one"

var refusedOutOfTurn = &Intent{
	Reason: "a pmcd refuses the name of a container without having been asked, and libpcp (C) takes each reply from then on for that to the next request",
	Ours:   "2|pmval: pmLookupName(sample.long.one): Invalid argument\n= 1\n",
}

// intendedIn has the intended differences of one release, by its version and
// command line; nil is none, where other releases have one.
var intendedIn = map[string]map[string]*Intent{
	"6.3.8": {
		emptyContainer: refusedOutOfTurn,
		"pminfo -a ,": {Reason: "an archive list of nothing but a comma crashes",
			Ours: "2|pminfo: Cannot open archive \",\": Missing PCP archive file\n= 1\n"},
	},
	"7.2.2": {
		emptyContainer: refusedOutOfTurn,
		"pminfo -a ,":  nil,
	},
}

// intent returns how a case is meant to differ, nil if it is not.
func (s *Suite) intent(c Case) *Intent {
	if s.opts.Tree != nil {
		if i, ok := intendedIn[s.opts.Tree.Version][c.Line]; ok {
			return i
		}
	}
	return intended[c.Line]
}

// A defect is something that the tools of some releases do wrong for command
// lines of a kind, and ours right.
type defect struct {
	reason   string
	releases []string
	// shows reports whether a result of PCP's tool has it.
	shows func(c Case, genuine *result) bool
	// as makes of a case one that PCP's tool does right. Ours prints the
	// same for that, and the same lines for both, maybe in another order.
	as func(c Case) Case
	// right, in its place, corrects what PCP's tool prints.
	right func(text []byte) []byte
	// without, in its place, matches what is left out of what both print; shows
	// is then true of ours too.
	without *regexp.Regexp
	// ours, in its place, is in what ours prints.
	ours string
	// quiet, in its place, says that ours shows nothing of this, so that only
	// standard output and the status are compared.
	quiet bool
	// stray, in its place, says that PCP's tool prints memory which nobody
	// has written, so something else where that has other contents.
	stray bool
	// short says that what is right then ends too early.
	short bool
	// With none of these the tool crashes, and ours prints what it did not get to.
}

// asLong cuts got to the lines that want has, the last of which is the status.
func asLong(want, got []byte) (_, _ []byte) {
	end := bytes.LastIndex(want, []byte("= "))
	return want[:end], got[:min(end, len(got))]
}

// releaseDefect returns the reason if a difference comes of a defect of the
// release, "" otherwise. What is run once more for that, is on both sides.
func (s *Suite) releaseDefect(file *File, c Case, a, b *side, genuine, ours *result) string {
	version := s.opts.Tree.Conf("PCP_VERSION")
	for _, d := range defects {
		if !slices.Contains(d.releases, version) || !d.shows(c, genuine) {
			continue
		}
		explains := false
		switch {
		case d.stray:
			explains = !s.steady(a, c, file, genuine)
		case d.as != nil:
			explains = s.rightAs(d.as(c), file, a, b, ours)
		default:
			explains = s.explains(d, c, genuine, ours)
		}
		if explains {
			return d.reason
		}
	}
	return ""
}

// explains reports whether a defect is all that makes two results differ.
func (s *Suite) explains(d defect, c Case, genuine, ours *result) bool {
	switch {
	case d.quiet:
		return !d.shows(c, ours) && ours.status == genuine.status && s.same(genuine.stdout, ours.stdout)
	case d.right != nil:
		want, got := d.right(genuine.text()), ours.text()
		if d.short {
			want, got = asLong(want, got)
		}
		return s.same(want, got)
	case d.without != nil:
		return d.shows(c, ours) && s.same(d.without.ReplaceAll(genuine.text(), nil), d.without.ReplaceAll(ours.text(), nil))
	case d.ours != "":
		return bytes.Contains(ours.text(), []byte(d.ours))
	}
	return bytes.HasPrefix(ours.stdout, genuine.stdout)
}

// rightAs reports whether both sides print the same for a case that PCP's tool
// does right, and ours the same lines as before.
func (s *Suite) rightAs(c Case, file *File, a, b *side, ours *result) bool {
	right, err := a.run(c, file.Files, s.patience)
	same, err2 := b.run(c, file.Files, s.patience)
	if err != nil || err2 != nil {
		return false
	}
	want, got := s.mask(right.text(), same.text())
	return bytes.Equal(want, got) && bytes.Equal(lineSet(same.text()), lineSet(ours.text()))
}

var changing = regexp.MustCompile(`inst \[.*? or ".*?"\]|[0-9a-f]{40}|[0-9]+`)

// lineSet has the different lines of a text in order, without what a run can
// change for the next: instances, numbers, and identifiers made of them.
func lineSet(text []byte) []byte {
	lines := strings.SplitAfter(changing.ReplaceAllString(string(text), "#"), "\n")
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), ""))
}

// Output runs a command line with the tools of a directory, in dir, and returns
// what is compared of its result.
func Output(in *tree.Tree, tools, dir string, c Case) (string, error) {
	s := &side{name: tools, tools: tools, dir: dir, tree: in}
	r, err := s.run(c, nil, timeout)
	if err != nil {
		return "", err
	}
	return string(golden.Mask(r.text())), nil
}
