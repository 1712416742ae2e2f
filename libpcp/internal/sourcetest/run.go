package sourcetest

import (
	"context"
	"slices"
	"testing"

	"pcptools/libpcp"
)

// Run tests a source, which should have metrics of at least one instance
// domain with two instances. Each test opens its own, and closes it. Unknown are
// names in the name space that lead to no metric.
func Run(t *testing.T, open func(testing.TB) libpcp.Source, unknown ...string) {
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
		t.Run(test.name, func(t *testing.T) { test.run(newSuite(t, open(t), unknown)) })
	}
}

// maxMetrics bounds the work: of more metrics, every so many are tested.
const maxMetrics = 200

// suite is a source under test and its known contents.
type suite struct {
	*testing.T
	src   *Caller
	ctx   context.Context
	all   []string // every name
	names []string // some of them …
	ids   []libpcp.PMID
}

func newSuite(t *testing.T, src libpcp.Source, unknown []string) *suite {
	s := &suite{T: t, src: Direct(src), ctx: context.Background()}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error("Close:", err)
		}
	})
	var err error
	if s.all, err = s.src.Traverse(s.ctx, ""); err != nil {
		t.Fatal("Traverse:", err)
	}
	step := max(1, len(s.all)/maxMetrics)
	for i := 0; i < len(s.all); i += step {
		if !slices.Contains(unknown, s.all[i]) {
			s.names = append(s.names, s.all[i])
		}
	}
	for _, reply := range s.src.Lookup(s.ctx, s.names) {
		if reply.Err != nil {
			t.Fatal("Lookup:", reply.Err)
		}
		s.ids = append(s.ids, reply.ID)
	}
	return s
}

// is reports whether err is one of codes; an archive has its own for some.
func is(err error, codes ...libpcp.Error) bool {
	return slices.Contains(codes, libpcp.Code(err))
}
