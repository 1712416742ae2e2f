package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// tapeFolder has folders for each tape drive, one for each way to open it:
// st0, nst0, st0a and so on.
const tapeFolder = "/sys/class/scsi_tape/"

// tapes are the SCSI tape drives.
type tapes struct {
	*machine
	drives set[string]
}

func (t *tapes) readTapes(r *pmda.Request) error {
	return t.drives.update(r, func() error {
		t.drives.keep(r, tapeInDom)
		for _, name := range t.entries(tapeFolder) {
			if _, ok := numbered(name, "st"); ok {
				*t.drives.add(name) = tapeFolder + name + "/stats/"
			}
		}
		t.drives.save(r, tapeInDom)
		return nil
	})
}

// tape supplies the number in a file.
func (t *tapes) tape(r *pmda.Request) (libpcp.Atom, error) {
	if err := t.readTapes(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Name == "hinv.ntape" {
		return whole(r, uint64(len(t.drives.things))), nil
	}
	folder, err := t.drives.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return t.fileOr(r, *folder+strings.TrimPrefix(r.Metric.Name, "tape.dev."), 0)
}
