package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// zramStat supplies what the files of a compressed device in memory say.
func (c *diskstats) zramStat(r *pmda.Request) (libpcp.Atom, error) {
	d, err := c.zrams.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	file, name, _ := strings.Cut(r.Metric.Name[len("zram."):], ".")
	line, err := c.shared(r, &c.host, "/sys/block/"+d.name+"/"+file)
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	column, inPages := zramColumn(file, name)
	w, _ := word(skip(line, column))
	n, ok := number(w)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	switch {
	case inPages:
		n = c.pageKilobytes(n)
	case file == "mm_stat":
		n /= 1024
	}
	return whole(r, n), nil
}

// zramColumn is where a number stands, and whether it counts pages.
func zramColumn(file, name string) (column int, inPages bool) {
	switch file + "." + name {
	case "io_stat.failed.reads":
		return 0, false
	case "io_stat.failed.writes":
		return 1, false
	case "io_stat.invalid":
		return 2, false
	case "io_stat.notify_free":
		return 3, false
	case "bd_stat.count":
		return 0, true
	case "bd_stat.reads":
		return 1, true
	case "bd_stat.writes":
		return 2, true
	case "mm_stat.data_size.original":
		return 0, false
	case "mm_stat.data_size.compressed":
		return 1, false
	case "mm_stat.mem.used_total":
		return 2, false
	case "mm_stat.mem.limit":
		return 3, false
	case "mm_stat.mem.max_used":
		return 4, false
	case "mm_stat.pages.same":
		return 5, true
	case "mm_stat.pages.compacted":
		return 6, true
	}
	return 7, true // mm_stat.pages.huge
}
