package linux

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// softnet is /proc/net/softnet_stat: a line of hexadecimal numbers for each
// processor that is online, with its number since Linux 5.10.
type softnet struct {
	file  file
	once  once
	err   error // of the file
	lines []softnetLine
	width int           // columns
	at    map[int32]int // lines by instance
}

type softnetLine [15]uint64

// softnetColumn is the source of a column: of each processor's number, or of the sum.
type softnetColumn int

// The columns.
const (
	processed softnetColumn = 0
	dropped   softnetColumn = 1
	squeezed  softnetColumn = 2
	collided  softnetColumn = 8
	steered   softnetColumn = 9 // and the columns that follow: older kernels lack them
	limited   softnetColumn = 10
	backlog   softnetColumn = 11 // which PCP's agent has only with all columns
	online    softnetColumn = 12 // number of the processor
	input     softnetColumn = 13
	waiting   softnetColumn = 14
)

func (c softnetColumn) Value(r *pmda.Request) (libpcp.Atom, error) {
	s := of(r).softnet.read(r)
	switch {
	case s.err != nil || c >= steered && s.width <= int(c) || c >= backlog && s.width <= int(waiting):
		return libpcp.Atom{}, libpcp.ErrAppVersion
	case r.Metric.InDom == nil:
		return whole(r, s.sum(c)), nil
	}
	at, ok := s.at[r.Inst]
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, s.lines[at][c]), nil
}

func (s *softnet) read(r *pmda.Request) *softnet {
	s.once.do(r, func() {
		var text []byte
		text, s.err = s.file.try(r, &of(r).host, "/proc/net/softnet_stat")
		processors := of(r).stat.read(r).instances
		s.parse(text, len(processors)) // the others are not this container's
		s.place(processors, of(r).nodes.read(r).instanceOf)
	})
	return s
}

// place finds the processor of each line: by the numbers, if they are those of processors
// and ascend, else by the order of those online.
func (s *softnet) place(processors []libpcp.Instance, instanceOf func(cpu int32) (inst int32, ok bool)) {
	numbered := s.width > int(online)
	s.at = make(map[int32]int, len(s.lines))
	for i := 0; i < len(s.lines) && numbered; i++ {
		var inst int32
		inst, numbered = instanceOf(int32(s.lines[i][online]))
		_, there := slices.BinarySearchFunc(processors, inst, func(p libpcp.Instance, inst int32) int { return cmp.Compare(p.ID, inst) })
		numbered = numbered && there && (i == 0 || s.lines[i-1][online] < s.lines[i][online])
		s.at[inst] = i
	}
	if numbered {
		return
	}
	clear(s.at)
	for i := range min(len(s.lines), len(processors)) {
		s.at[processors[i].ID] = i
	}
}

func (s *softnet) parse(text []byte, limit int) {
	s.lines = s.lines[:0]
	for len(text) > 0 && len(s.lines) < limit {
		var line []byte
		line, text = cutLine(text)
		var l softnetLine
		s.width = 0
		for i := range l {
			var w []byte
			if w, line = word(line); len(w) > 0 {
				l[i] = hexNumber(w)
				s.width++
			}
		}
		s.lines = append(s.lines, l)
	}
}

func (s *softnet) sum(c softnetColumn) (sum uint64) {
	for i := range s.lines {
		sum += s.lines[i][c]
	}
	return sum
}

var softnetMetrics = []pmda.Metric{
	{Name: "network.softnet.processed", Cluster: 57, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, Source: processed, OneLine: "packets taken from network devices, all processors together"},
	{Name: "network.softnet.dropped", Cluster: 57, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, Source: dropped, OneLine: "packets dropped since the queue was full, all processors together"},
	{Name: "network.softnet.time_squeeze", Cluster: 57, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, Source: squeezed, OneLine: "times there was work left when the time for it was over, all processors together"},
	{Name: "network.softnet.cpu_collision", Cluster: 57, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, Source: collided, OneLine: "times another processor was sending already, all processors together"},
	{Name: "network.softnet.received_rps", Cluster: 57, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, Source: steered, OneLine: "times another processor was woken to take packets, all processors together"},
	{Name: "network.softnet.flow_limit_count", Cluster: 57, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, Source: limited, OneLine: "packets dropped since their flow had too many in the queue, all processors together"},
	{Name: "network.softnet.percpu.processed", Cluster: 57, Item: 6, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: processed, OneLine: "packets taken from network devices, by each processor"},
	{Name: "network.softnet.percpu.dropped", Cluster: 57, Item: 7, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: dropped, OneLine: "packets dropped since the queue was full, by each processor"},
	{Name: "network.softnet.percpu.time_squeeze", Cluster: 57, Item: 8, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: squeezed, OneLine: "times there was work left when the time for it was over, by each processor"},
	{Name: "network.softnet.percpu.cpu_collision", Cluster: 57, Item: 9, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: collided, OneLine: "times another processor was sending already, by each processor"},
	{Name: "network.softnet.percpu.received_rps", Cluster: 57, Item: 10, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: steered, OneLine: "times another processor was woken to take packets, by each processor"},
	{Name: "network.softnet.percpu.flow_limit_count", Cluster: 57, Item: 11, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: limited, OneLine: "packets dropped since their flow had too many in the queue, by each processor"},
	{Name: "network.softnet.total_backlog", Cluster: 57, Item: 12, Type: u64, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: backlog, OneLine: "packets that wait, all processors together"},
	{Name: "network.softnet.input_qlen", Cluster: 57, Item: 14, Type: u64, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: input, OneLine: "packets that wait to be taken, all processors together"},
	{Name: "network.softnet.process_qlen", Cluster: 57, Item: 16, Type: u64, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: waiting, OneLine: "packets that wait to be processed, all processors together"},
	{Name: "network.softnet.percpu.total_backlog", Cluster: 57, Item: 13, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: backlog, OneLine: "packets that wait, on each processor"},
	{Name: "network.softnet.percpu.input_qlen", Cluster: 57, Item: 15, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: input, OneLine: "packets that wait to be taken, on each processor"},
	{Name: "network.softnet.percpu.process_qlen", Cluster: 57, Item: 17, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: waiting, OneLine: "packets that wait to be processed, on each processor"},
}
