package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// tapeDir has directories for each tape drive, one for each way to open it:
// st0, nst0, st0a and so on.
const tapeDir = "/sys/class/scsi_tape/"

// tapes are the SCSI tape drives.
type tapes struct {
	*machine
	drives set[string]
}

func (t *tapes) readTapes(r *pmda.Request) error {
	return t.drives.update(r, func() error {
		t.drives.keep(r, tapeInDom)
		for _, name := range t.entries(tapeDir) {
			if _, ok := numbered(name, "st"); ok {
				*t.drives.add(name) = tapeDir + name + "/stats/"
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
	if r.Metric.Key == "ntape" {
		return whole(r, uint64(len(t.drives.things))), nil
	}
	folder, err := t.drives.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return t.fileOr(r, *folder+r.Metric.Key, 0)
}

var tapeMetrics = []pmda.Metric{
	{Name: "tape.dev.in_flight", Key: "in_flight", Cluster: 71, Item: 0, Type: u64, InDom: tapeInDom, Sem: instant, Units: libpcp.Count, OneLine: "requests in progress on each tape drive"},
	{Name: "tape.dev.io_ns", Key: "io_ns", Cluster: 71, Item: 1, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, OneLine: "time that each tape drive was busy"},
	{Name: "tape.dev.other_cnt", Key: "other_cnt", Cluster: 71, Item: 2, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, OneLine: "requests other than reads and writes on each tape drive"},
	{Name: "tape.dev.read_byte_cnt", Key: "read_byte_cnt", Cluster: 71, Item: 3, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Byte, OneLine: "data read from each tape drive"},
	{Name: "tape.dev.read_cnt", Key: "read_cnt", Cluster: 71, Item: 4, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads from each tape drive"},
	{Name: "tape.dev.read_ns", Key: "read_ns", Cluster: 71, Item: 5, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, OneLine: "time that reads took on each tape drive"},
	{Name: "tape.dev.resid_cnt", Key: "resid_cnt", Cluster: 71, Item: 6, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, OneLine: "requests on each tape drive that moved less than they asked for"},
	{Name: "tape.dev.write_byte_cnt", Key: "write_byte_cnt", Cluster: 71, Item: 7, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Byte, OneLine: "data written to each tape drive"},
	{Name: "tape.dev.write_cnt", Key: "write_cnt", Cluster: 71, Item: 8, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes to each tape drive"},
	{Name: "tape.dev.write_ns", Key: "write_ns", Cluster: 71, Item: 9, Type: u64, InDom: tapeInDom, Sem: counter, Units: libpcp.Nanosec, OneLine: "time that writes took on each tape drive"},
}
