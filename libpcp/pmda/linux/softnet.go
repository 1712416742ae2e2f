package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// softnet is /proc/net/softnet_stat: a line of hexadecimal numbers for each
// processor.
type softnet struct {
	*machine
	softnetFile file
	packets     pmda.PerRequest[[]softnetLine]
	lines       []softnetLine
	columns     int
}

// softnetLine are the numbers there are metrics for.
type softnetLine struct{ processed, dropped, squeezed, collided, steered, limited, backlog, input, waiting uint64 }

// The columns that older kernels do not have.
const (
	steeredColumn = 9
	limitedColumn = 10
	backlogColumn = 11
	inputColumn   = 13
	waitingColumn = 14
)

// softnetStat supplies what becomes of packets that come in.
func (s *softnet) softnetStat(r *pmda.Request) (libpcp.Atom, error) {
	lines, err := s.packets.Get(r, func() ([]softnetLine, error) {
		text, err := s.softnetFile.try(r, &s.host, "/proc/net/softnet_stat")
		s.parse(text, s.ncpu)
		return s.lines, err
	})
	name, perCPU := strings.CutPrefix(r.Metric.Key, "percpu.")
	if err != nil || !s.has(name) {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	if perCPU {
		if r.Inst < 0 || int(r.Inst) >= len(lines) {
			return libpcp.Atom{}, pmda.NoValue
		}
		return whole(r, lines[r.Inst].named(name)), nil
	}
	var sum uint64
	for i := range lines {
		sum += lines[i].named(name)
	}
	return whole(r, sum), nil
}

func (s *softnet) parse(text []byte, limit int) {
	s.lines = s.lines[:0]
	for len(text) > 0 && len(s.lines) < limit {
		var line []byte
		line, text = cutLine(text)
		var columns [waitingColumn + 1]uint64
		s.columns = 0
		for i := range columns {
			var w []byte
			if w, line = word(line); len(w) > 0 {
				columns[i] = hexNumber(w)
				s.columns++
			}
		}
		s.lines = append(s.lines, softnetLine{
			processed: columns[0], dropped: columns[1], squeezed: columns[2],
			collided: columns[8], steered: columns[steeredColumn], limited: columns[limitedColumn],
			backlog: columns[backlogColumn], input: columns[inputColumn], waiting: columns[waitingColumn],
		})
	}
}

// has reports whether the file has a column.
func (s *softnet) has(name string) bool {
	switch name {
	case "received_rps":
		return s.columns > steeredColumn
	case "flow_limit_count":
		return s.columns > limitedColumn
	case "total_backlog":
		return s.columns > backlogColumn
	case "input_qlen":
		return s.columns > inputColumn
	case "process_qlen":
		return s.columns > waitingColumn
	}
	return true
}

func (l *softnetLine) named(name string) uint64 {
	switch name {
	case "processed":
		return l.processed
	case "dropped":
		return l.dropped
	case "time_squeeze":
		return l.squeezed
	case "cpu_collision":
		return l.collided
	case "received_rps":
		return l.steered
	case "total_backlog":
		return l.backlog
	case "input_qlen":
		return l.input
	case "process_qlen":
		return l.waiting
	}
	return l.limited
}

var softnetMetrics = []pmda.Metric{
	{Name: "network.softnet.processed", Key: "processed", Cluster: 57, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets taken from network devices, all processors together"},
	{Name: "network.softnet.dropped", Key: "dropped", Cluster: 57, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped since the queue was full, all processors together"},
	{Name: "network.softnet.time_squeeze", Key: "time_squeeze", Cluster: 57, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times there was work left when the time for it was over, all processors together"},
	{Name: "network.softnet.cpu_collision", Key: "cpu_collision", Cluster: 57, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times another processor was sending already, all processors together"},
	{Name: "network.softnet.received_rps", Key: "received_rps", Cluster: 57, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times another processor was woken to take packets, all processors together"},
	{Name: "network.softnet.flow_limit_count", Key: "flow_limit_count", Cluster: 57, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped since their flow had too many in the queue, all processors together"},
	{Name: "network.softnet.percpu.processed", Key: "percpu.processed", Cluster: 57, Item: 6, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets taken from network devices, by each processor"},
	{Name: "network.softnet.percpu.dropped", Key: "percpu.dropped", Cluster: 57, Item: 7, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped since the queue was full, by each processor"},
	{Name: "network.softnet.percpu.time_squeeze", Key: "percpu.time_squeeze", Cluster: 57, Item: 8, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "times there was work left when the time for it was over, by each processor"},
	{Name: "network.softnet.percpu.cpu_collision", Key: "percpu.cpu_collision", Cluster: 57, Item: 9, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "times another processor was sending already, by each processor"},
	{Name: "network.softnet.percpu.received_rps", Key: "percpu.received_rps", Cluster: 57, Item: 10, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "times another processor was woken to take packets, by each processor"},
	{Name: "network.softnet.percpu.flow_limit_count", Key: "percpu.flow_limit_count", Cluster: 57, Item: 11, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped since their flow had too many in the queue, by each processor"},
	{Name: "network.softnet.total_backlog", Key: "total_backlog", Cluster: 57, Item: 12, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait, all processors together"},
	{Name: "network.softnet.input_qlen", Key: "input_qlen", Cluster: 57, Item: 14, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait to be taken, all processors together"},
	{Name: "network.softnet.process_qlen", Key: "process_qlen", Cluster: 57, Item: 16, Type: u64, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait to be processed, all processors together"},
	{Name: "network.softnet.percpu.total_backlog", Key: "percpu.total_backlog", Cluster: 57, Item: 13, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait, on each processor"},
	{Name: "network.softnet.percpu.input_qlen", Key: "percpu.input_qlen", Cluster: 57, Item: 15, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait to be taken, on each processor"},
	{Name: "network.softnet.percpu.process_qlen", Key: "percpu.process_qlen", Cluster: 57, Item: 17, Type: u64, InDom: cpuInDom, Sem: instant, Units: libpcp.Count, OneLine: "packets that wait to be processed, on each processor"},
}
