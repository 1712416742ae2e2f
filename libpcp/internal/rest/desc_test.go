package rest_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// TestDescWords reads types and semantics as pmproxy writes them, and words that
// it does not know.
func TestDescWords(t *testing.T) {
	for _, test := range []struct {
		kind, sem string
		Type      libpcp.Type
		Sem       libpcp.Semantics
	}{
		{"32", "counter", libpcp.Type32, libpcp.SemCounter},
		{"u64", "instant", libpcp.TypeU64, libpcp.SemInstant},
		{"double", "discrete", libpcp.TypeDouble, libpcp.SemDiscrete},
		{"aggregate_static", "instant", libpcp.TypeAggregateStatic, libpcp.SemInstant},
		{"highres_event", "discrete", libpcp.TypeHighResEvent, libpcp.SemDiscrete},
		{"unsupported", "none", libpcp.TypeNoSupport, 0},
		{"???", "???", libpcp.TypeUnknown, 0},
		{"", "", libpcp.TypeUnknown, 0},
	} {
		d, err := rest.Desc("29.0.1", "none", test.kind, test.sem, "none")
		if err != nil || d.Type != test.Type || d.Sem != test.Sem {
			t.Errorf("%q, %q: %v, %v, %v", test.kind, test.sem, d.Type, d.Sem, err)
		}
	}
}
