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
// been none in it, nor does the archive end with the volume before; but a volume no
// longer than its label has never had a record.
func TestEmptyVolume(t *testing.T) {
	for _, test := range []struct {
		volume, size, records int
		end                   error
	}{
		{1, 4096, 1, libpcp.ErrLogRec},
		{1, 100, 2, libpcp.ErrEOL},
		{2, 4096, 2, libpcp.ErrLogRec},
		{2, 100, 2, libpcp.ErrEOL},
	} {
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
		must(t, os.WriteFile(fmt.Sprintf("%s.%d", base, test.volume), make([]byte, test.size), 0o644))
		a, err := Open(t.Context(), base, Options{})
		must(t, err)
		defer a.Close()
		records := 0
		for err = nil; err == nil; records++ {
			_, err = sourcetest.Direct(a).FetchRecord(t.Context())
		}
		if records--; records != test.records || libpcp.Code(err) != test.end {
			t.Errorf("%+v: %d records, %v", test, records, err)
		}
	}
}
