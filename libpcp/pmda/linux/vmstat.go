package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// vmstat is /proc/vmstat: lines "name number".
type vmstat struct {
	*machine
	vmFile file
	vm     cursor
}

// vmStat supplies what comes from /proc/vmstat.
func (v *vmstat) vmStat(r *pmda.Request) (libpcp.Atom, error) {
	text := v.vmFile.of(r, &v.host, "/proc/vmstat")
	v.vm.reset(text)
	n, ok := v.vm.event(r.Metric.Name[strings.LastIndexByte(r.Metric.Name, '.')+1:])
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// event is the value of a metric.
func (c *cursor) event(name string) (uint64, bool) {
	switch name {
	case "pagesin":
		return c.number("pswpin")
	case "pagesout":
		return c.number("pswpout")
	case "pgsteal_total":
		return c.sum("pgsteal_"), len(c.text) > 0
	case "pgdemote_total":
		return c.sum("pgdemote_"), len(c.text) > 0
	case "pgscan_direct_total":
		return c.sum("pgscan_direct"), len(c.text) > 0
	case "pgscan_kswapd_total":
		return c.sum("pgscan_kswapd"), len(c.text) > 0
	}
	n, ok := c.number(name)
	if ok {
		return n, true
	}
	switch name { // what newer kernels count in two parts
	case "nr_slab":
		return c.both("nr_slab_reclaimable", "nr_slab_unreclaimable")
	case "thp_split":
		return c.both("thp_split_page", "thp_split_page_failed")
	}
	return 0, false
}

func (c *cursor) both(one, other string) (uint64, bool) {
	n, ok := c.number(one)
	m, too := c.number(other)
	return n + m, ok && too
}

// number is the number on the line that begins with key.
func (c *cursor) number(key string) (uint64, bool) {
	rest, ok := c.find(func(k []byte) bool { return string(k) == key })
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

// sum is the sum of all lines whose keys begin so.
func (c *cursor) sum(prefix string) (sum uint64) {
	for text := c.text; len(text) > 0; {
		var line []byte
		if line, text = cutLine(text); bytes.HasPrefix(line, []byte(prefix)) {
			_, rest := word(line)
			w, _ := word(rest)
			n, _ := number(w)
			sum += n
		}
	}
	return sum
}
