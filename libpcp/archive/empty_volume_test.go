package archive

import (
	"fmt"
	"os"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// TestEmptyVolume has a volume of three that is all zeros, as one is whose blocks
// a crash of the machine has lost. Records after it are not read as if there had
// been none in it; the last counts as missing.
func TestEmptyVolume(t *testing.T) {
	for volume, want := range []error{1: libpcp.ErrLogRec, 2: libpcp.ErrEOL} {
		if volume == 0 {
			continue
		}
		w, base := create(t, WriterOptions{})
		desc := libpcp.Desc{PMID: libpcp.NewPMID(29, 0, 1), InDom: libpcp.NullInDom, Type: libpcp.TypeU32, Sem: libpcp.SemInstant}
		must(t, w.AddDesc(desc, "x"))
		for i := range 3 {
			if i > 0 {
				w.NewVolume()
			}
			set, err := libpcp.NewValueSet(desc.PMID, libpcp.NullInst, libpcp.Uint32Atom(uint32(i)))
			must(t, err)
			must(t, w.Append(&libpcp.Result{Time: start.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}}))
		}
		must(t, w.Close())
		must(t, os.WriteFile(fmt.Sprintf("%s.%d", base, volume), make([]byte, 4096), 0o644))
		a, err := Open(t.Context(), base, Options{})
		must(t, err)
		defer a.Close()
		for n := range volume {
			if result, err := sourcetest.Direct(a).FetchRecord(t.Context()); err != nil || result.Sets[0].Values[0].Word != uint32(n) {
				t.Errorf("volume %d empty, record %d: %v, %v", volume, n, result, err)
			}
		}
		if result, err := sourcetest.Direct(a).FetchRecord(t.Context()); libpcp.Code(err) != want {
			t.Errorf("volume %d empty: %v, %v, want %v", volume, result, err, want)
		}
	}
}
