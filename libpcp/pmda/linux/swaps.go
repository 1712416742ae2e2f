package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// swaps is /proc/swaps: a heading, and a line for each device.
type swaps struct {
	file    file
	devices set[swapDevice]
}

// swapDevice is "/dev/vdb partition 1048572 0 -2".
type swapDevice struct{ size, used, priority uint64 }

var swapInDom = &pmda.InDom{Serial: 6, Members: domain[swapDevice]{swapDevices{}}, OneLine: "the swap devices", Labels: `{"device_type":["block","memory"],"indom_name":"per swap device"}`}

type swapDevices struct{}

func (swapDevices) set(r *pmda.Request) *set[swapDevice] {
	s := &of(r).swaps
	s.devices.update(r, nil, func() { s.parse(s.file.of(r, &of(r).host, "/proc/swaps")) })
	return &s.devices
}

func (s *swaps) parse(text []byte) {
	for _, text = cutLine(text); len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		name, rest := word(line)
		var columns [3]uint64
		if fixed(columns[:], skip(rest, 1)) == 3 {
			*s.devices.add(string(name)) = swapDevice{columns[0], columns[1], columns[2]}
		}
	}
}

func (d *swapDevice) free() uint64     { return less(d.size, d.used) }
func (d *swapDevice) length() uint64   { return d.size }
func (d *swapDevice) rank() uint64     { return d.priority }
func (d *swapDevice) imagined() uint64 { return 0 }

// swapLine is the source of a count of pages that go in or out: a line of
// /proc/vmstat, or "" for a count of much older kernels. Without the file it is 0.
type swapLine string

func (key swapLine) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	_, err := a.vmstat.file.try(r, &a.host, "/proc/vmstat")
	switch {
	case err != nil:
		return whole(r, 0), nil
	case key == "":
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	return vmLine(key).Value(r)
}

var swapMetrics = []pmda.Metric{
	{Name: "swap.pagesin", Item: 8, Type: u32, Sem: counter, Units: libpcp.Count, Source: swapLine("pswpin"), OneLine: "pages read from swap devices, from /proc/vmstat"},
	{Name: "swap.pagesout", Item: 9, Type: u32, Sem: counter, Units: libpcp.Count, Source: swapLine("pswpout"), OneLine: "pages written to swap devices, from /proc/vmstat"},
	{Name: "swap.in", Item: 10, Type: u32, Sem: counter, Units: libpcp.Count, Source: swapLine(""), OneLine: "reads from swap devices (kernels that count them)"},
	{Name: "swap.out", Item: 11, Type: u32, Sem: counter, Units: libpcp.Count, Source: swapLine(""), OneLine: "writes to swap devices (kernels that count them)"},
}

var swapdevMetrics = []pmda.Metric{
	{Name: "swapdev.free", Cluster: 6, Item: 0, Type: u32, InDom: swapInDom, Sem: instant, Units: libpcp.KByte, Source: each[swapDevice]((*swapDevice).free), OneLine: "space on each swap device that is not used"},
	{Name: "swapdev.length", Cluster: 6, Item: 1, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, Source: each[swapDevice]((*swapDevice).length), OneLine: "size of each swap device"},
	{Name: "swapdev.maxswap", Cluster: 6, Item: 2, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, Source: each[swapDevice]((*swapDevice).length), OneLine: "largest size each swap device can have"},
	{Name: "swapdev.vlength", Cluster: 6, Item: 3, Type: u32, InDom: swapInDom, Sem: discrete, Units: libpcp.KByte, Source: each[swapDevice]((*swapDevice).imagined), OneLine: "size of each device that is made up, always zero"},
	{Name: "swapdev.priority", Cluster: 6, Item: 4, Type: i32, InDom: swapInDom, Sem: instant, Source: each[swapDevice]((*swapDevice).rank), OneLine: "priority of each swap device: the highest is used first"},
}
