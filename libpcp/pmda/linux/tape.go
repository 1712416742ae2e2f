package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// tapeDir has directories for each tape drive, one for each way to open it:
// st0, nst0, st0a and so on.
const tapeDir = "/sys/class/scsi_tape/"

// tapes are the SCSI tape drives, each with its directory of files.
type tapes struct{ drives set[string] }

var tapeInDom = &pmda.InDom{Serial: 34, Members: domain[string]{tapeDrives{}}, OneLine: "the SCSI tape drives"}

type tapeDrives struct{}

func (tapeDrives) set(r *pmda.Request) *set[string] {
	a := of(r)
	s := &a.tapes.drives
	s.update(r, tapeInDom, func() {
		for _, name := range a.entries(tapeDir) {
			if _, ok := numbered(name, "st"); ok {
				*s.add(name) = tapeDir + name + "/stats/"
			}
		}
	})
	return s
}

// tapeFile is the source of the number in a file of each drive.
type tapeFile string

func (name tapeFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	return fromEach[string](func(a *agent, r *pmda.Request, folder *string) (libpcp.Atom, error) {
		return a.fileOr(r, *folder+string(name), 0)
	}).Value(r)
}

var tapeMetrics = []pmda.Metric{
	{Name: "tape.dev.in_flight", Cluster: 71, Item: 0, Type: u64, InDom: tapeInDom, Sem: instant, Units: libpcp.Count, Source: tapeFile("in_flight"), OneLine: "requests in progress on each tape drive"},
	{Name: "tape.dev.io_ns", Cluster: 71, Item: 1, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, Source: tapeFile("io_ns"), OneLine: "time that each tape drive was busy"},
	{Name: "tape.dev.other_cnt", Cluster: 71, Item: 2, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, Source: tapeFile("other_cnt"), OneLine: "requests other than reads and writes on each tape drive"},
	{Name: "tape.dev.read_byte_cnt", Cluster: 71, Item: 3, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Byte, Source: tapeFile("read_byte_cnt"), OneLine: "data read from each tape drive"},
	{Name: "tape.dev.read_cnt", Cluster: 71, Item: 4, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, Source: tapeFile("read_cnt"), OneLine: "reads from each tape drive"},
	{Name: "tape.dev.read_ns", Cluster: 71, Item: 5, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, Source: tapeFile("read_ns"), OneLine: "time that reads took on each tape drive"},
	{Name: "tape.dev.resid_cnt", Cluster: 71, Item: 6, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, Source: tapeFile("resid_cnt"), OneLine: "requests on each tape drive that moved less than they asked for"},
	{Name: "tape.dev.write_byte_cnt", Cluster: 71, Item: 7, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Byte, Source: tapeFile("write_byte_cnt"), OneLine: "data written to each tape drive"},
	{Name: "tape.dev.write_cnt", Cluster: 71, Item: 8, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, Source: tapeFile("write_cnt"), OneLine: "writes to each tape drive"},
	{Name: "tape.dev.write_ns", Cluster: 71, Item: 9, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, Source: tapeFile("write_ns"), OneLine: "time that writes took on each tape drive"},
}
