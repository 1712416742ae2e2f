package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// vmwareBalloon is the source of a number of pages, in bytes, from lines
//
//	target                :          1023777
//
// of which the first with a name counts. Without the file it is 0.
type vmwareBalloon string

func (key vmwareBalloon) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, _ := of(r).textOnce(r, "/sys/kernel/debug/vmmemctl")
	return whole(r, balloonLine(text, string(key))*of(r).pageSize), nil
}

// hypervBalloon is the source of a number in the file of the Hyper-V balloon; the
// number is 0 without the file. Pages onlined and added are the wrong way round in
// PCP, up to 7.2.2, and so they are in the rows.
type hypervBalloon string

// Value is the number, of pages in bytes.
func (key hypervBalloon) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, _ := of(r).textOnce(r, "/sys/kernel/debug/hv-balloon")
	n := balloonLine(text, string(key))
	if strings.Contains(string(key), "pages_") {
		n *= balloonLine(text, "page_size")
	}
	return whole(r, n), nil
}

// balloonLine is the number of the first line "key : number".
func balloonLine(text []byte, key string) uint64 {
	for line := range linesOf(text) {
		name, value, ok := bytes.Cut(line, []byte(":"))
		if ok && string(bytes.TrimSpace(name)) == key {
			return firstNumber(value)
		}
	}
	return 0
}

var vmmemctlMetrics = []pmda.Metric{
	{Name: "mem.vmmemctl.current", Cluster: 35, Item: 4, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: vmwareBalloon("current"), OneLine: "memory that the VMware balloon has taken"},
	{Name: "mem.vmmemctl.target", Cluster: 35, Item: 5, Type: u64, Sem: instant, Units: libpcp.Byte, Since: release.LinuxMetrics63, Source: vmwareBalloon("target"), OneLine: "memory that the VMware balloon is to take"},
}
