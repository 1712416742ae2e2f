package linux

import (
	"math"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// fcDir has a directory for each fibre channel adapter.
const fcDir = "/sys/class/fc_host/"

// fchosts are the fibre channel adapters, each with its directory of files.
type fchosts struct{ adapters set[string] }

var fcInDom = &pmda.InDom{Serial: 39, Members: domain[string]{fibreAdapters{}}, OneLine: "the fibre channel adapters"}

type fibreAdapters struct{}

func (fibreAdapters) set(r *pmda.Request) *set[string] {
	a := of(r)
	s := &a.fchosts.adapters
	s.update(r, fcInDom, func() {
		for _, name := range a.entries(fcDir) {
			*s.add(name) = fcDir + name + "/statistics/"
		}
	})
	return s
}

// fcFile is the source of the number in a file of each adapter, "0x39ce".
type fcFile struct {
	name string
	unit uint64
}

// wordSize is the size of the words in which adapters count traffic.
const wordSize = 4

// Value is the number, in bytes where words are counted.
func (f fcFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	folder, err := memberOf[string](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	line, _ := of(r).line(*folder + f.name)
	n, _ := strconv.ParseUint(string(line), 0, 64)
	if n == math.MaxUint64 {
		n = 0 // of adapters that do not count this
	}
	return whole(r, n*f.unit), nil
}

// PCP's agent has bytes in the place of frames sent, and the other way
// round.
var fcMetrics = []pmda.Metric{
	{Name: "fchost.in.frames", Cluster: 91, Item: 0, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"rx_frames", 1}, OneLine: "frames that each fibre channel adapter received"},
	{Name: "fchost.in.bytes", Cluster: 91, Item: 2, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Byte, Source: fcFile{"tx_frames", 1}, OneLine: "traffic into each fibre channel adapter", Help: "As with the genuine agent this is the number of frames sent, and fchost.out.frames the traffic in."},
	{Name: "fchost.out.frames", Cluster: 91, Item: 1, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"rx_words", wordSize}, OneLine: "frames that each fibre channel adapter sent"},
	{Name: "fchost.out.bytes", Cluster: 91, Item: 3, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Byte, Source: fcFile{"tx_words", wordSize}, OneLine: "traffic out of each fibre channel adapter"},
	{Name: "fchost.lip_count", Cluster: 91, Item: 4, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"lip_count", 1}, OneLine: "times that each adapter's loop was initialised"},
	{Name: "fchost.nos_count", Cluster: 91, Item: 5, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"nos_count", 1}, OneLine: "times that each adapter was told that its link does not operate"},
	{Name: "fchost.error_frames", Cluster: 91, Item: 6, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"error_frames", 1}, OneLine: "frames with errors that each adapter received"},
	{Name: "fchost.dumped_frames", Cluster: 91, Item: 7, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, Source: fcFile{"dumped_frames", 1}, OneLine: "frames that each adapter dropped for want of buffers"},
}
