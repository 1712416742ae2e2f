package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// softnet is /proc/net/softnet_stat: a line of hexadecimal numbers for each
// processor.
type softnet struct {
	softnetFile file
	packets     pmda.PerRequest[[]softnetLine]
	lines       []softnetLine
}

// softnetLine are the numbers there are metrics for.
type softnetLine struct{ processed, dropped, squeezed, collided, steered, limited uint64 }

// softnetStat supplies what becomes of packets that come in.
func (a *agent) softnetStat(r *pmda.Request) (libpcp.Atom, error) {
	lines, err := a.packets.Get(r, func() ([]softnetLine, error) {
		text, err := a.softnetFile.try(r, &a.host, "/proc/net/softnet_stat")
		a.softnet.parse(text, a.ncpu)
		return a.softnet.lines, err
	})
	name := r.Metric.Name[len("network.softnet."):]
	if err != nil {
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
		var columns [11]uint64
		for i := range columns {
			var w []byte
			w, line = word(line)
			columns[i] = hexNumber(w)
		}
		s.lines = append(s.lines, softnetLine{
			processed: columns[0], dropped: columns[1], squeezed: columns[2],
			collided: columns[8], steered: columns[9], limited: columns[10],
		})
	}
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
	}
	return l.limited
}
