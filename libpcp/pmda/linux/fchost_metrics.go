package linux

import "pcptools/libpcp/pmda"

var fcMetrics = [...]pmda.Metric{
	{Name: "fchost.in.frames", Cluster: 91, Item: 0, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "frames that each fibre channel adapter received"},
	{Name: "fchost.in.bytes", Cluster: 91, Item: 2, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Byte, OneLine: "traffic into each fibre channel adapter", Help: "As with the genuine agent this is the number of frames sent, and fchost.out.frames the traffic in."},
	{Name: "fchost.out.frames", Cluster: 91, Item: 1, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "frames that each fibre channel adapter sent"},
	{Name: "fchost.out.bytes", Cluster: 91, Item: 3, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Byte, OneLine: "traffic out of each fibre channel adapter"},
	{Name: "fchost.lip_count", Cluster: 91, Item: 4, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "times that each adapter's loop was initialised"},
	{Name: "fchost.nos_count", Cluster: 91, Item: 5, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "times that each adapter was told that its link does not operate"},
	{Name: "fchost.error_frames", Cluster: 91, Item: 6, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "frames with errors that each adapter received"},
	{Name: "fchost.dumped_frames", Cluster: 91, Item: 7, Type: u64, InDom: fcInDom, Sem: counter, Units: pmda.Count, OneLine: "frames that each adapter dropped for want of buffers"},
}
