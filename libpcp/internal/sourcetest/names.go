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
	for i, name := range s.names {
		if s.ids[i] == libpcp.NullPMID {
			s.Errorf("%s: no identifier", name)
			continue
		}
		s.testNames(name, s.ids[i])
	}
	one := s.src.Lookup(s.ctx, s.names[:1])
	if len(one) != 1 || one[0] != (libpcp.LookupReply{ID: s.ids[0]}) {
		s.Errorf("%s alone: got %v, want %v", s.names[0], one, s.ids[0])
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
	same := s.src.Lookup(s.ctx, names)
	if !slices.Contains(same, libpcp.LookupReply{ID: id}) {
		s.Errorf("%s is %v, whose names are %q, which are %v", name, id, names, same)
	}
}

func (s *suite) testLookupUnknown() {
	want := []libpcp.LookupReply{
		{ID: libpcp.NullPMID, Err: libpcp.ErrName}, {ID: s.ids[0]}, {ID: libpcp.NullPMID, Err: libpcp.ErrNonLeaf},
	}
	asked := []string{unknownName, s.names[0], s.innerNode()}
	for i := range asked {
		s.checkReplies(asked[i:i+1], want[i:i+1])
	}
	s.checkReplies(asked, want)
	s.checkReplies([]string{unknownName, s.innerNode()}, []libpcp.LookupReply{want[0], want[2]})
	s.checkReplies(nil, nil)
	names, err := s.src.Names(s.ctx, unknownPMID)
	if !is(err, libpcp.ErrPMID, libpcp.ErrNoAgent, libpcp.ErrPMIDLog) {
		s.Errorf("names of %v: got %q, %v", unknownPMID, names, err)
	}
}

// checkReplies looks names up. Other names in the request must not matter.
func (s *suite) checkReplies(names []string, want []libpcp.LookupReply) {
	s.Helper()
	got := s.src.Lookup(s.ctx, names)
	same := func(a, b libpcp.LookupReply) bool { return a.ID == b.ID && libpcp.Code(a.Err) == libpcp.Code(b.Err) }
	if !slices.EqualFunc(got, want, same) {
		s.Errorf("%q: got %v, want %v", names, got, want)
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
