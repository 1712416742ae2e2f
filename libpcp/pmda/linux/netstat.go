package linux

import (
	"bytes"
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

const netstatPath = "/proc/net/netstat"

// before fails a fetch that needs /proc/net/netstat if it is not there, as the
// genuine agent does for no other file.
func (a *agent) before(_ context.Context, r *pmda.Request) error {
	if r.Kind != pmda.KindFetch {
		return nil
	}
	for _, id := range r.IDs {
		if id.Cluster() == clusterNetstat {
			_, err := a.snmp.netstatFile.try(r, &a.machine.host, netstatPath)
			return err
		}
	}
	return nil
}

// extended supplies what comes from /proc/net/netstat.
func (s *snmp) extended(r *pmda.Request) (libpcp.Atom, error) {
	text := s.netstatFile.of(r, &s.host, netstatPath)
	if !s.reportedNetstat {
		s.reportedNetstat = true
		s.reportUnknown(r, text, netstatSections[:], clusterNetstat)
	}
	s.netstat.reset(text)
	protocol, name, _ := strings.Cut(r.Metric.Name[len("network."):], ".")
	section := "TcpExt"
	switch protocol {
	case "ip":
		section = "IpExt"
	case "mptcp":
		section = "MPTcpExt"
	}
	n, ok := s.netstat.find(section, func(field []byte) bool { return netstatField(field, name) })
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// netstatField reports whether a field is that of a metric.
func netstatField(field []byte, metric string) bool {
	if irregular := irregularField(metric); irregular != "" {
		return string(field) == irregular
	}
	rest, shortened := bytes.CutPrefix(field, []byte("TCP"))
	return foldEqual(field, metric) || shortened && foldEqual(rest, metric)
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
	case "prequeueddropped":
		return "TCPPrequeueDropped"
	case "schedulerfail":
		return "TCPSchedulerFailed"
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
