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
func (s *sysfs) vmwareBalloon(r *pmda.Request, key string) libpcp.Atom {
	text, _ := s.smallFiles.whole(r, &s.host, "/sys/kernel/debug/vmmemctl")
	n, _ := balloonLine(text, key)
	return whole(r, n*s.pageSize)
}

// hypervBalloon supplies what the file of the Hyper-V balloon says; it is 0
// where there is none. Pages onlined and added are the wrong way round in PCP, up
// to 7.2.2, and so they are in the rows.
func (s *sysfs) hypervBalloon(r *pmda.Request, key string) libpcp.Atom {
	text, _ := s.smallFiles.whole(r, &s.host, "/sys/kernel/debug/hv-balloon")
	n, _ := balloonLine(text, key)
	if strings.Contains(key, "pages_") {
		size, _ := balloonLine(text, "page_size")
		n *= size
	}
	return whole(r, n)
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
func (s *sysfs) zswap(r *pmda.Request, parameter string) (libpcp.Atom, error) {
	path := "/sys/module/zswap/parameters/" + parameter
	if r.Metric.Type == str {
		line, _ := s.line(path)
		return text(line), nil
	}
	return s.fileOr(r, path, 0)
}

var vmmemctlMetrics = []pmda.Metric{
	{Name: "mem.vmmemctl.current", Key: "vmmemctl/current", Cluster: 35, Item: 4, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the VMware balloon has taken"},
	{Name: "mem.vmmemctl.target", Key: "vmmemctl/target", Cluster: 35, Item: 5, Type: u64, Sem: instant, Units: libpcp.Byte, OneLine: "memory that the VMware balloon is to take"},
}
