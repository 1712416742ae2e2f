package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// extended supplies what comes from /proc/net/netstat.
func (a *agent) extended(r *pmda.Request) (libpcp.Atom, error) {
	text, err := a.netstatFile.of(r, &a.host, "/proc/net/netstat")
	if err != nil {
		return libpcp.Atom{}, err
	}
	a.netstat.reset(text)
	protocol, name, _ := strings.Cut(r.Metric.Name[len("network."):], ".")
	section := "TcpExt"
	switch protocol {
	case "ip":
		section = "IpExt"
	case "mptcp":
		section = "MPTcpExt"
	}
	irregular := irregularField(name)
	n, ok := a.netstat.find(section, func(field []byte) bool {
		if irregular != "" {
			return string(field) == irregular
		}
		rest, shortened := bytes.CutPrefix(field, []byte("TCP"))
		return foldEqual(field, name) || shortened && foldEqual(rest, name)
	})
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// irregularField is the field for a metric whose name does not follow from
// that of the field, or "".
func irregularField(metric string) string {
	switch metric {
	case "csumerrors":
		return "InCsumErrors"
	case "noectpkts":
		return "InNoECTPkts"
	case "ect1pkts":
		return "InECT1Pkts"
	case "ect0pkts":
		return "InECT0Pkts"
	case "cepkts":
		return "InCEPkts"
	case "timewaited":
		return "TW"
	case "timewaitrecycled":
		return "TWRecycled"
	case "timewaitkilled":
		return "TWKilled"
	case "pawspassiverejected":
		return "PAWSPassive"
	case "pawsactiverejected":
		return "PAWSActive"
	case "pawsestabrejected":
		return "PAWSEstab"
	case "iprpfilter":
		return "IPReversePathFilter"
	}
	return ""
}
