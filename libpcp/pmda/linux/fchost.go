package linux

import (
	"math"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// fcDir has a directory for each fibre channel adapter.
const fcDir = "/sys/class/fc_host/"

// fchosts are the fibre channel adapters.
type fchosts struct {
	*machine
	adapters set[string]
}

func (f *fchosts) readAdapters(r *pmda.Request) error {
	return f.adapters.update(r, func() error {
		f.adapters.keep(r, fcInDom)
		for _, name := range f.entries(fcDir) {
			*f.adapters.add(name) = fcDir + name + "/statistics/"
		}
		f.adapters.save(r, fcInDom)
		return nil
	})
}

// fcHost supplies the number in a file, "0x39ce".
func (f *fchosts) fcHost(r *pmda.Request) (libpcp.Atom, error) {
	if err := f.readAdapters(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Key == "nfchost" {
		return whole(r, uint64(len(f.adapters.things))), nil
	}
	folder, err := f.adapters.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	line, _ := f.line(*folder + r.Metric.Key)
	n, _ := strconv.ParseUint(string(line), 0, 64)
	if n == math.MaxUint64 {
		n = 0 // of adapters that do not count this
	}
	if strings.HasSuffix(r.Metric.Key, "_words") {
		n *= wordSize
	}
	return whole(r, n), nil
}

// wordSize is the size of the words in which adapters count traffic.
const wordSize = 4

// The genuine agent has bytes in the place of frames sent, and the other way
// round.
var fcMetrics = []pmda.Metric{
	{Name: "fchost.in.frames", Key: "rx_frames", Cluster: 91, Item: 0, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "frames that each fibre channel adapter received"},
	{Name: "fchost.in.bytes", Key: "tx_frames", Cluster: 91, Item: 2, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Byte, OneLine: "traffic into each fibre channel adapter", Help: "As with the genuine agent this is the number of frames sent, and fchost.out.frames the traffic in."},
	{Name: "fchost.out.frames", Key: "rx_words", Cluster: 91, Item: 1, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "frames that each fibre channel adapter sent"},
	{Name: "fchost.out.bytes", Key: "tx_words", Cluster: 91, Item: 3, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Byte, OneLine: "traffic out of each fibre channel adapter"},
	{Name: "fchost.lip_count", Key: "lip_count", Cluster: 91, Item: 4, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "times that each adapter's loop was initialised"},
	{Name: "fchost.nos_count", Key: "nos_count", Cluster: 91, Item: 5, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "times that each adapter was told that its link does not operate"},
	{Name: "fchost.error_frames", Key: "error_frames", Cluster: 91, Item: 6, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "frames with errors that each adapter received"},
	{Name: "fchost.dumped_frames", Key: "dumped_frames", Cluster: 91, Item: 7, Type: u64, InDom: fcInDom, Sem: counter, Units: libpcp.Count, OneLine: "frames that each adapter dropped for want of buffers"},
}
