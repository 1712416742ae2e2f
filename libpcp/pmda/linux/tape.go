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
type tapes struct{ drives set[string] }

func (a *agent) readTapes(r *pmda.Request) error {
	return a.drives.update(r, func() error {
		a.drives.keep(r, tapeInDom)
		for _, name := range a.entries(tapeFolder) {
			if _, ok := numbered(name, "st"); ok {
				*a.drives.add(name) = tapeFolder + name + "/stats/"
			}
		}
		a.drives.save(r, tapeInDom)
		return nil
	})
}

// tape supplies the number in a file.
func (a *agent) tape(r *pmda.Request) (libpcp.Atom, error) {
	if err := a.readTapes(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Name == "hinv.ntape" {
		return whole(r, uint64(len(a.drives.things))), nil
	}
	folder, err := a.drives.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return a.fileOr(r, *folder+strings.TrimPrefix(r.Metric.Name, "tape.dev."), 0)
}
