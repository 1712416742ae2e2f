package sourcetest

import (
	"slices"
	"strings"

	"pcptools/libpcp"
)

const unknownName = "no.such.metric"

// unknownPMID belongs to an agent that should not exist.
var unknownPMID = libpcp.NewPMID(509, 4000, 1000)

func (s *suite) testLookup() {
	if len(s.ids) != len(s.names) {
		s.Fatalf("%d identifiers for %d names", len(s.ids), len(s.names))
	}
	for i, name := range s.names {
		if s.ids[i] == libpcp.NullPMID {
			s.Errorf("%s: no identifier", name)
			continue
		}
		s.testNames(name, s.ids[i])
	}
	one, err := s.src.Lookup(s.ctx, s.names[:1])
	if err != nil || len(one) != 1 || one[0] != s.ids[0] {
		s.Errorf("%s alone: got %v, %v; want %v", s.names[0], one, err, s.ids[0])
	}
}

// testNames asks for the names of the metric called name, which need not be
// among them if another agent's name space borrows the metric.
func (s *suite) testNames(name string, id libpcp.PMID) {
	names, err := s.src.Names(s.ctx, id)
	if err != nil {
		s.Errorf("names of %v: %v", id, err)
		return
	}
	same, err := s.src.Lookup(s.ctx, names)
	if err != nil || !slices.Contains(same, id) {
		s.Errorf("%s is %v, whose names are %q, which are %v, %v", name, id, names, same, err)
	}
}

func (s *suite) testLookupUnknown() {
	ids, err := s.src.Lookup(s.ctx, []string{unknownName})
	if !is(err, libpcp.ErrName) {
		s.Errorf("unknown name: got %v, %v", ids, err)
	}
	ids, err = s.src.Lookup(s.ctx, []string{s.innerNode()})
	if !is(err, libpcp.ErrNonLeaf) {
		s.Errorf("inner node %s: got %v, %v", s.innerNode(), ids, err)
	}
	ids, err = s.src.Lookup(s.ctx, []string{unknownName, s.names[0], s.innerNode()})
	want := []libpcp.PMID{libpcp.NullPMID, s.ids[0], libpcp.NullPMID}
	if err != nil || !slices.Equal(ids, want) {
		s.Errorf("one of three known: got %v, %v; want %v", ids, err, want)
	}
	names, err := s.src.Names(s.ctx, unknownPMID)
	if !is(err, libpcp.ErrPMID, libpcp.ErrNoAgent, libpcp.ErrPMIDLog) {
		s.Errorf("names of %v: got %q, %v", unknownPMID, names, err)
	}
}

// innerNode is a name that is no leaf.
func (s *suite) innerNode() string {
	for _, name := range s.all {
		if i := strings.IndexByte(name, '.'); i > 0 {
			return name[:i]
		}
	}
	s.Fatal("no name with a dot")
	return ""
}

// testTree walks the name space from the root by its children, which must
// lead to the same names as the traversal.
func (s *suite) testTree() {
	var walked []string
	s.walk("", &walked)
	want := slices.Sorted(slices.Values(s.all))
	slices.Sort(walked)
	if !slices.Equal(walked, want) {
		s.Errorf("children lead to %d names, the traversal has %d", len(walked), len(want))
	}
	inner := s.innerNode()
	below, err := s.src.Traverse(s.ctx, inner)
	if err != nil || len(below) == 0 {
		s.Errorf("traversal of %s: got %q, %v", inner, below, err)
	}
	for _, name := range below {
		if !strings.HasPrefix(name, inner+".") {
			s.Errorf("%s below %s", name, inner)
		}
	}
	leaf, err := s.src.Traverse(s.ctx, s.names[0])
	if err != nil || !slices.Equal(leaf, s.names[:1]) {
		s.Errorf("traversal of leaf %s: got %q, %v", s.names[0], leaf, err)
	}
	none, err := s.src.Children(s.ctx, s.names[0])
	if err != nil || len(none) != 0 {
		s.Errorf("children of leaf %s: got %v, %v", s.names[0], none, err)
	}
}

func (s *suite) walk(name string, leaves *[]string) {
	children, err := s.src.Children(s.ctx, name)
	if err != nil {
		s.Errorf("children of %q: %v", name, err)
	}
	if name != "" {
		name += "."
	}
	for _, c := range children {
		if c.Leaf {
			*leaves = append(*leaves, name+c.Name)
		} else {
			s.walk(name+c.Name, leaves)
		}
	}
}

func (s *suite) testTreeUnknown() {
	if children, err := s.src.Children(s.ctx, unknownName); !is(err, libpcp.ErrName) {
		s.Errorf("children of an unknown name: got %v, %v", children, err)
	}
	if names, err := s.src.Traverse(s.ctx, unknownName); !is(err, libpcp.ErrName) {
		s.Errorf("traversal of an unknown name: got %q, %v", names, err)
	}
}
