package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// snmpSections and netstatSections are the parts of the files that there are
// metrics for, and how the names of those begin.
var (
	snmpSections = [...]section{
		{"Ip", "network.ip.", ipMetrics[:]}, {"Icmp", "network.icmp.", icmpMetrics[:]}, {"Tcp", "network.tcp.", icmpMetrics[:]},
		{"Udp", "network.udp.", icmpMetrics[:]}, {"UdpLite", "network.udplite.", icmpMetrics[:]},
	}
	netstatSections = [...]section{
		{"IpExt", "network.ip.", ipExtMetrics[:]}, {"TcpExt", "network.tcp.", tcpExtMetrics[:]},
		{"MPTcpExt", "network.mptcp.", tcpExtMetrics[:]},
	}
)

type section struct {
	name    string
	prefix  string
	metrics []pmda.Metric
}

// reportUnknown warns of the fields of newer kernels that there is no metric
// for, as the genuine agent does.
func (m *machine) reportUnknown(r *pmda.Request, text []byte, sections []section, cluster uint16) {
	for len(text) > 0 {
		var names []byte
		names, text = cutLine(text)
		_, text = cutLine(text) // numbers
		key, rest := word(names)
		for _, s := range sections {
			if name, ok := bytes.CutSuffix(key, []byte(":")); ok && string(name) == s.name {
				s.report(r, rest, cluster, m.release)
			}
		}
	}
}

func (s *section) report(r *pmda.Request, names []byte, cluster uint16, rel release.Release) {
	field, names := word(names)
	for at := 0; len(field) > 0; at++ {
		if !s.knows(field, cluster, rel) {
			r.Log.Warningf("proc_net_netstat: %s: unknown field[#%d] \"%s\"", s.name, at, field)
		}
		field, names = word(names)
	}
}

// knows reports whether a release has a metric for a field.
func (s *section) knows(field []byte, cluster uint16, rel release.Release) bool {
	for i := range s.metrics {
		m := &s.metrics[i]
		name, ok := strings.CutPrefix(m.Name, s.prefix)
		if ok && m.Cluster == cluster && (cluster == clusterSNMP && snmpField(field, name) || cluster == clusterNetstat && netstatField(field, name)) && has(rel, m) {
			return true
		}
	}
	return false
}
