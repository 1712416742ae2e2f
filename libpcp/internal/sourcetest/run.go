package sourcetest

import (
	"context"
	"slices"
	"testing"

	"pcptools/libpcp"
)

// Run tests a source, which should have metrics of at least one instance
// domain with two instances. Each test opens its own, and closes it.
func Run(t *testing.T, open func(testing.TB) libpcp.Source) {
	for _, test := range []struct {
		name string
		run  func(*suite)
	}{
		{"Lookup", (*suite).testLookup},
		{"LookupUnknown", (*suite).testLookupUnknown},
		{"Tree", (*suite).testTree},
		{"TreeUnknown", (*suite).testTreeUnknown},
		{"Descs", (*suite).testDescs},
		{"Instances", (*suite).testInstances},
		{"InstancesUnknown", (*suite).testInstancesUnknown},
		{"Fetch", (*suite).testFetch},
		{"Profile", (*suite).testProfile},
		{"Text", (*suite).testText},
		{"Labels", (*suite).testLabels},
		{"Host", (*suite).testHost},
		{"Batch", (*suite).testBatch},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newSuite(t, open(t))) })
	}
}

// maxMetrics bounds the work: of more metrics, every so many are tested.
const maxMetrics = 200

// suite is a source under test and what is known of it.
type suite struct {
	*testing.T
	src   libpcp.Source
	ctx   context.Context
	all   []string // every name
	names []string // some of them …
	ids   []libpcp.PMID
}

func newSuite(t *testing.T, src libpcp.Source) *suite {
	s := &suite{T: t, src: src, ctx: context.Background()}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error("Close:", err)
		}
	})
	var err error
	if s.all, err = src.Traverse(s.ctx, ""); err != nil {
		t.Fatal("Traverse:", err)
	}
	step := max(1, len(s.all)/maxMetrics)
	for i := 0; i < len(s.all); i += step {
		s.names = append(s.names, s.all[i])
	}
	s.identify()
	return s
}

// identify looks the names up. A name space may have a few that lead to no
// metric, which a gateway cannot tell more of.
func (s *suite) identify() {
	asked := s.names
	s.names = nil
	for i, reply := range s.src.Lookup(s.ctx, asked) {
		switch {
		case reply.Err == nil:
			s.names, s.ids = append(s.names, asked[i]), append(s.ids, reply.ID)
		case !is(reply.Err, libpcp.ErrPMID):
			s.Fatal("Lookup:", reply.Err)
		}
	}
	if len(s.names) < len(asked)*9/10 {
		s.Fatalf("only %d of %d names lead to metrics", len(s.names), len(asked))
	}
}

// is reports whether err is one of codes; an archive has its own for some.
func is(err error, codes ...libpcp.Error) bool {
	return slices.Contains(codes, libpcp.Code(err))
}
