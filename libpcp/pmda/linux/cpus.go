package linux

import (
	"context"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// cpus are the processors that /proc/stat knows.
type cpus struct {
	seen      pmda.PerRequest[struct{}]
	times     []cpuTimes // by position in instances
	instances []libpcp.Instance
	at        int // where the last one was found
}

// readCPUs reads what /proc/stat says of each processor.
func (s *stat) readCPUs(r *pmda.Request) {
	s.seen.Get(r, func() (struct{}, error) {
		s.findNodes()
		s.parseCPUs(s.readStat(r), s.instanceOf)
		return struct{}{}, nil
	})
}

// parseCPUs takes the lines "cpuN times…", which stand together, of the
// processors that have an instance.
func (c *cpus) parseCPUs(text []byte, instanceOf func(cpu int32) (inst int32, ok bool)) {
	known := c.instances
	c.times, c.instances, c.at = c.times[:0], c.instances[:0], 0
	for len(c.times) < maxCPUs {
		var line []byte
		line, text = cutLine(text)
		if len(line) < 4 || string(line[:3]) != "cpu" {
			return
		}
		id, ok := number(line[3:])
		if !ok || id >= maxCPUs {
			continue // the line for all of them
		}
		inst, ok := instanceOf(int32(id))
		if !ok {
			continue
		}
		var t cpuTimes
		fixed(t[:], skip(line, 1))
		if len(known) > len(c.times) && known[len(c.times)].ID == inst {
			c.instances = known[:len(c.times)+1]
		} else {
			c.instances = append(c.instances, libpcp.Instance{ID: inst, Name: "cpu" + strconv.Itoa(int(id))})
		}
		c.times = append(c.times, t)
	}
}

func (s *stat) listCPUs(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	s.readCPUs(r)
	return s.instances, nil
}

// timesOf are the times of one processor.
func (s *stat) timesOf(r *pmda.Request, inst int32) (cpuTimes, error) {
	s.readCPUs(r)
	for range s.times {
		if s.at >= len(s.times) {
			s.at = 0
		}
		if s.instances[s.at].ID == inst {
			return s.times[s.at], nil
		}
		s.at++
	}
	return cpuTimes{}, pmda.NoValue
}

// nodeTimes are the times of a node's processors together.
func (s *stat) nodeTimes(r *pmda.Request, node int32) (sum cpuTimes) {
	s.readCPUs(r)
	s.findNodes()
	for i := range s.times {
		if s.nodeOf[s.instances[i].ID] == node {
			sum.add(&s.times[i])
		}
	}
	return sum
}
