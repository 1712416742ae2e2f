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
	name := r.Metric.Name[len("network.softnet."):]
	if err != nil || !s.has(r.Metric.Name) {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	if name, ok := strings.CutPrefix(name, "percpu."); ok {
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

// has reports whether the file has the column for a metric.
func (s *softnet) has(metric string) bool {
	switch {
	case strings.HasSuffix(metric, ".received_rps"):
		return s.columns > steeredColumn
	case strings.HasSuffix(metric, ".flow_limit_count"):
		return s.columns > limitedColumn
	case strings.HasSuffix(metric, ".total_backlog"):
		return s.columns > backlogColumn
	case strings.HasSuffix(metric, ".input_qlen"):
		return s.columns > inputColumn
	case strings.HasSuffix(metric, ".process_qlen"):
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
