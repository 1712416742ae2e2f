package linux

import (
	"bytes"
	"strconv"

	"pcptools/libpcp/pmda"
)

// counters is a file with a column for each processor and a line for each
// kind of interrupt, /proc/interrupts or /proc/softirqs.
type counters struct {
	file   file
	cpus   []int32     // of the columns
	lines  set[counts] // the lines
	perCPU set[uint32] // the numbers of their columns
	sums   columnSums
}

// counts are a line.
type counts struct {
	name  string
	total uint64
	each  []uint64 // by column
	text  []byte   // what follows the numbers
}

// columnSums are the sums of the columns, by processor.
type columnSums struct {
	once pmda.PerRequest[map[int32]uint64]
}

// read parses a file.
func (c *counters) read(r *pmda.Request, h *host, path string, indom *pmda.InDom, other func(key, rest []byte) bool) error {
	return c.lines.update(r, func() error {
		text := c.file.of(r, h, path)
		c.lines.keep(r, indom)
		c.parse(text, h.ncpu, other)
		c.lines.save(r, indom)
		return nil
	})
}

// parse adds the lines of a file, but for those that other takes, with at most
// ncpu columns.
func (c *counters) parse(text []byte, ncpu int, other func(key, rest []byte) bool) {
	header, text := cutLine(text)
	c.cpus = c.cpus[:0]
	for w, rest := word(header); len(w) > 0 && len(c.cpus) < ncpu; w, rest = word(rest) {
		id, ok := numbered(string(w), "CPU")
		if !ok {
			break
		}
		c.cpus = append(c.cpus, id)
	}
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		key, rest := word(line)
		key, colon := bytes.CutSuffix(key, []byte(":"))
		if !colon || len(key) == 0 || other != nil && other(key, rest) {
			continue
		}
		c.addLine(string(key), rest)
	}
}

func (c *counters) addLine(name string, rest []byte) {
	l := c.lines.add(name)
	*l = counts{name: name}
	for range c.cpus {
		w, more := word(rest)
		n, ok := number(w)
		if !ok {
			break
		}
		l.each = append(l.each, n)
		l.total += n
		rest = more
	}
	l.text = bytes.TrimSpace(rest)
}

// split makes instances of each line on each processor.
func (c *counters) split(r *pmda.Request, indom *pmda.InDom) error {
	return c.perCPU.update(r, func() error {
		c.perCPU.keep(r, indom)
		for i := range c.lines.things {
			l := &c.lines.things[i]
			for col, n := range l.each {
				*c.perCPU.add(l.name + "::cpu" + strconv.Itoa(int(c.cpus[col]))) = uint32(n)
			}
		}
		c.perCPU.save(r, indom)
		return nil
	})
}

// ofCPU is the sum of a processor's column.
func (c *counters) ofCPU(r *pmda.Request, cpu int32) (uint64, error) {
	sums, _ := c.sums.once.Get(r, func() (map[int32]uint64, error) {
		sums := make(map[int32]uint64, len(c.cpus))
		for _, l := range c.lines.things {
			for col, n := range l.each {
				sums[c.cpus[col]] += n
			}
		}
		return sums, nil
	})
	return sums[cpu], nil
}
