package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// swaps is /proc/swaps: a heading, and a line for each device.
type swaps struct {
	*machine
	*vmstat
	swapFile file
	swaps    set[swapDevice]
}

// swapDevice is "/dev/vdb partition 1048572 0 -2".
type swapDevice struct{ size, used, priority uint64 }

func (s *swaps) readSwaps(r *pmda.Request) error {
	return s.swaps.update(r, func() error {
		text := s.swapFile.of(r, &s.host, "/proc/swaps")
		s.parse(text)
		return nil
	})
}

func (s *swaps) parse(text []byte) {
	for _, text = cutLine(text); len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		name, rest := word(line)
		var columns [3]uint64
		if fixed(columns[:], skip(rest, 1)) == 3 {
			*s.swaps.add(string(name)) = swapDevice{columns[0], columns[1], columns[2]}
		}
	}
}

// swapDev supplies what comes from /proc/swaps.
func (s *swaps) swapDev(r *pmda.Request) (libpcp.Atom, error) {
	d, err := s.swaps.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "free":
		return whole(r, less(d.size, d.used)), nil
	case "length":
		return whole(r, d.size), nil
	case "vlength":
		return whole(r, 0), nil
	}
	return whole(r, d.priority), nil
}

// swapping supplies the counts of pages that go in and out.
func (s *swaps) swapping(r *pmda.Request) (libpcp.Atom, error) {
	_, err := s.vmFile.try(r, &s.host, "/proc/vmstat")
	switch {
	case err != nil:
		return whole(r, 0), nil
	case r.Metric.Key == "in", r.Metric.Key == "out":
		return libpcp.Atom{}, libpcp.ErrAppVersion // of much older kernels
	}
	return s.vmStat(r)
}

var swapMetrics = []pmda.Metric{
	{Name: "swap.pagesin", Key: "pswpin", Item: 8, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "pages read from swap devices, from /proc/vmstat"},
	{Name: "swap.pagesout", Key: "pswpout", Item: 9, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "pages written to swap devices, from /proc/vmstat"},
	{Name: "swap.in", Key: "in", Item: 10, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "reads from swap devices (kernels that count them)"},
	{Name: "swap.out", Key: "out", Item: 11, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "writes to swap devices (kernels that count them)"},
}

var swapdevMetrics = []pmda.Metric{
	{Name: "swapdev.free", Key: "free", Cluster: 6, Item: 0, Type: u32, InDom: swapInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space on each swap device that is not used"},
	{Name: "swapdev.length", Key: "length", Cluster: 6, Item: 1, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each swap device"},
	{Name: "swapdev.maxswap", Key: "length", Cluster: 6, Item: 2, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "largest size each swap device can have"},
	{Name: "swapdev.vlength", Key: "vlength", Cluster: 6, Item: 3, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each device that is made up, always zero"},
	{Name: "swapdev.priority", Key: "priority", Cluster: 6, Item: 4, Type: i32, InDom: swapInDom, Sem: instant, OneLine: "priority of each swap device: the highest is used first"},
}
