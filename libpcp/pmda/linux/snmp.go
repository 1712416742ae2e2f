package linux

import (
	"bytes"
	"math"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// snmp are /proc/net/snmp, /proc/net/netstat and /proc/net/snmp6.
type snmp struct {
	*machine
	snmpFile, netstatFile, snmp6File file
	snmp, netstat                    pairs
	snmp6                            cursor
	reportedSNMP, reportedNetstat    bool // see reportUnknown
}

// pairs finds numbers in a file that has for each protocol a line of names
// and a line of numbers:
//
//	Udp: InDatagrams NoPorts …
//	Udp: 438 0 …
//
// As those asked for one after the other mostly follow each other, it looks on
// from the last one found.
type pairs struct {
	text          []byte
	section       string
	names, values []byte // of the section
	moreNames     []byte // what follows the last one found
	moreValues    []byte
}

// reset has the numbers looked for in a text.
func (p *pairs) reset(text []byte) {
	if len(text) == 0 || len(p.text) != len(text) || &p.text[0] != &text[0] {
		*p = pairs{text: text}
	}
}

// find returns the number whose name match likes.
func (p *pairs) find(section string, match func(name []byte) bool) (uint64, bool) {
	if p.section != section && !p.enter(section) {
		return 0, false
	}
	if n, ok := p.scan(match); ok {
		return n, true
	}
	p.moreNames, p.moreValues = p.names, p.values
	return p.scan(match)
}

func (p *pairs) scan(match func(name []byte) bool) (uint64, bool) {
	for {
		var name, value []byte
		name, p.moreNames = word(p.moreNames)
		value, p.moreValues = word(p.moreValues)
		if len(name) == 0 || len(value) == 0 {
			return 0, false
		}
		if match(name) {
			return number(value)
		}
	}
}

// enter finds the two lines of a section.
func (p *pairs) enter(section string) bool {
	for text := p.text; len(text) > 0; {
		var names, values []byte
		names, text = cutLine(text)
		key, rest := word(names)
		if name, ok := bytes.CutSuffix(key, []byte(":")); !ok || string(name) != section {
			continue
		}
		values, _ = cutLine(text)
		p.section, p.names, p.values = section, rest, skip(values, 1)
		p.moreNames, p.moreValues = p.names, p.values
		return true
	}
	return false
}

// protocol supplies what comes from /proc/net/snmp.
func (s *snmp) protocol(r *pmda.Request) (libpcp.Atom, error) {
	text := s.snmpFile.of(r, &s.host, "/proc/net/snmp")
	if !s.reportedSNMP {
		s.reportedSNMP = true
		s.reportUnknown(r, text, snmpSections[:], clusterSNMP)
	}
	s.snmp.reset(text)
	protocol, name, _ := strings.Cut(r.Metric.Name[len("network."):], ".")
	if protocol == "icmpmsg" {
		return s.icmpMessage(r, name)
	}
	n, ok := s.snmp.find(sectionName(protocol), func(field []byte) bool { return snmpField(field, name) })
	switch {
	case !ok && r.Metric.Name == "network.tcp.maxconn":
		n = math.MaxUint64 // there is no limit
	case !ok:
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// snmpField reports whether a field is that of a metric.
func snmpField(field []byte, metric string) bool {
	if metric == "recvbuferrors" {
		metric = "rcvbuferrors"
	}
	return foldEqual(field, metric)
}

func sectionName(protocol string) string {
	switch protocol {
	case "ip":
		return "Ip"
	case "icmp":
		return "Icmp"
	case "tcp":
		return "Tcp"
	case "udp":
		return "Udp"
	}
	return "UdpLite"
}

// foldEqual compares without regard to case.
func foldEqual(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// protocol6 supplies what comes from /proc/net/snmp6, with lines such as
// "Ip6InReceives 2415". Without one it is 0.
func (s *snmp) protocol6(r *pmda.Request) (libpcp.Atom, error) {
	s.snmp6.reset(s.snmp6File.of(r, &s.host, "/proc/net/snmp6"))
	protocol, name, _ := strings.Cut(r.Metric.Name[len("network."):], ".")
	rest, _ := s.snmp6.find(func(key []byte) bool {
		return len(key) > len(protocol) && foldEqual(key[:len(protocol)], protocol) && foldEqual(key[len(protocol):], name)
	})
	w, _ := word(rest)
	n, _ := number(w)
	return whole(r, n), nil
}
