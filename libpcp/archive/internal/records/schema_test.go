package records

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// TestScanLikeBefore scans records of mostly singular metrics, some of them damaged,
// and finds in each what it finds in a first record.
func TestScanLikeBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sets := make([]libpcp.ValueSet, 5*stride+1)
	for i := range sets {
		sets[i] = libpcp.ValueSet{PMID: libpcp.PMID(1000 + i), Values: make([]libpcp.Value, 1)}
	}
	var s schemas
	damaged := 0
	for range 2000 {
		changed := slices.Clone(sets[:len(sets)-r.IntN(3)*stride])
		for range r.IntN(3) {
			set := &changed[r.IntN(len(changed))]
			set.Values = make([]libpcp.Value, r.IntN(3))
			set.PMID += libpcp.PMID(r.IntN(2))
		}
		body := logfile.AppendResult(nil, logfile.Stamp{Sec: 1}, changed, 3)
		if r.IntN(3) == 0 {
			body[4*r.IntN(len(body)/4)+3] ^= 3
			body = body[:len(body)-8*r.IntN(2)]
		}
		var fresh schemas
		want, wantErr := fresh.scan(body, 3, false)
		got, err := s.scan(body, 3, false)
		switch {
		case err != wantErr:
			t.Fatalf("%v, want %v", err, wantErr)
		case err != nil:
			damaged++
		case !slices.Equal(got.offsets, want.offsets),
			!slices.Equal(got.Schema().metrics, want.Schema().metrics):
			t.Fatalf("%v at %d, want %v at %d", got.Schema().metrics, got.offsets, want.Schema().metrics, want.offsets)
		}
	}
	if damaged == 0 {
		t.Error("no record is damaged")
	}
}
