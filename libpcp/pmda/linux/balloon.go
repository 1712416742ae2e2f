package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// vmwareBalloon supplies a number of pages, in bytes, from lines
//
//	target                :          1023777
//
// of which the first with a name counts. Without the file it is 0.
func (s *sysfs) vmwareBalloon(r *pmda.Request) libpcp.Atom {
	text, _ := s.smallFiles.whole(r, &s.host, "/sys/kernel/debug/vmmemctl")
	n, _ := balloonLine(text, r.Metric.Name[len("mem.vmmemctl."):])
	return whole(r, n*s.pageSize)
}

// hypervBalloon supplies what the file of the Hyper-V balloon says; it is 0
// where there is none.
func (s *sysfs) hypervBalloon(r *pmda.Request) libpcp.Atom {
	text, _ := s.smallFiles.whole(r, &s.host, "/sys/kernel/debug/hv-balloon")
	size, _ := balloonLine(text, "page_size")
	switch name := r.Metric.Name[len("hyperv.balloon."):]; name {
	case "state":
		n, _ := balloonLine(text, "state")
		return whole(r, n)
	case "pagesize":
		return whole(r, size)
	case "total_committed":
		n, _ := balloonLine(text, "total_pages_committed")
		return whole(r, n*size)
	case "added": // these two are the wrong way round in PCP, up to 7.2.2
		n, _ := balloonLine(text, "pages_onlined")
		return whole(r, n*size)
	case "onlined":
		n, _ := balloonLine(text, "pages_added")
		return whole(r, n*size)
	default:
		n, _ := balloonLine(text, "pages_ballooned")
		return whole(r, n*size)
	}
}

// balloonLine is the number of the first line "key : number".
func balloonLine(text []byte, key string) (uint64, bool) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, value, ok := bytes.Cut(line, []byte(":"))
		if ok && string(bytes.TrimSpace(name)) == key {
			w, _ := word(value)
			return number(w)
		}
	}
	return 0, false
}

// zswap supplies the parameters of compressed swap; without it they are 0 and
// empty.
func (s *sysfs) zswap(r *pmda.Request) (libpcp.Atom, error) {
	name := strings.TrimPrefix(r.Metric.Name, "sysfs.module.zswap.")
	path := "/sys/module/zswap/parameters/" + name
	if name == "enabled" {
		line, _ := s.line(path)
		return text(line), nil
	}
	return s.fileOr(r, path, 0)
}

var vmmemctlMetrics = [...]pmda.Metric{
	{Name: "mem.vmmemctl.current", Cluster: 35, Item: 4, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the VMware balloon has taken"},
	{Name: "mem.vmmemctl.target", Cluster: 35, Item: 5, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the VMware balloon is to take"},
}
