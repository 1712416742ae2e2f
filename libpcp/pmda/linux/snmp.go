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

var ipMetrics = [...]pmda.Metric{
	{Name: "network.ip.forwarding", Cluster: 14, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "1 if this machine forwards datagrams, 2 if it does not"},
	{Name: "network.ip.defaultttl", Cluster: 14, Item: 1, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "time to live that datagrams are sent with"},
	{Name: "network.ip.inreceives", Cluster: 14, Item: 2, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received, with errors or without"},
	{Name: "network.ip.inhdrerrors", Cluster: 14, Item: 3, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams dropped since their header was wrong"},
	{Name: "network.ip.inaddrerrors", Cluster: 14, Item: 4, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip.forwdatagrams", Cluster: 14, Item: 5, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams forwarded"},
	{Name: "network.ip.inunknownprotos", Cluster: 14, Item: 6, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip.indiscards", Cluster: 14, Item: 7, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip.indelivers", Cluster: 14, Item: 8, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams passed on to the protocol they are for"},
	{Name: "network.ip.outrequests", Cluster: 14, Item: 9, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams sent by protocols of this machine"},
	{Name: "network.ip.outdiscards", Cluster: 14, Item: 10, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip.outnoroutes", Cluster: 14, Item: 11, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams dropped since there was no route for them"},
	{Name: "network.ip.reasmtimeout", Cluster: 14, Item: 12, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times putting fragments together took too long"},
	{Name: "network.ip.reasmreqds", Cluster: 14, Item: 13, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fragments received that were to be put together"},
	{Name: "network.ip.reasmoks", Cluster: 14, Item: 14, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams put together from fragments"},
	{Name: "network.ip.reasmfails", Cluster: 14, Item: 15, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "failures to put fragments together"},
	{Name: "network.ip.fragoks", Cluster: 14, Item: 16, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams split into fragments"},
	{Name: "network.ip.fragfails", Cluster: 14, Item: 17, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams dropped since they could not be split"},
	{Name: "network.ip.fragcreates", Cluster: 14, Item: 18, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fragments made"},
}

var icmpMetrics = [...]pmda.Metric{
	{Name: "network.icmp.inmsgs", Cluster: 14, Item: 20, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages received"},
	{Name: "network.icmp.inerrors", Cluster: 14, Item: 21, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages with errors received"},
	{Name: "network.icmp.indestunreachs", Cluster: 14, Item: 22, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a destination cannot be reached received"},
	{Name: "network.icmp.intimeexcds", Cluster: 14, Item: 23, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a datagram took too long received"},
	{Name: "network.icmp.inparmprobs", Cluster: 14, Item: 24, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a header is wrong received"},
	{Name: "network.icmp.insrcquenchs", Cluster: 14, Item: 25, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages to send more slowly received"},
	{Name: "network.icmp.inredirects", Cluster: 14, Item: 26, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages to use another route received"},
	{Name: "network.icmp.inechos", Cluster: 14, Item: 27, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for an echo received"},
	{Name: "network.icmp.inechoreps", Cluster: 14, Item: 28, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP echoes received"},
	{Name: "network.icmp.intimestamps", Cluster: 14, Item: 29, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for a time stamp received"},
	{Name: "network.icmp.intimestampreps", Cluster: 14, Item: 30, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP time stamps received"},
	{Name: "network.icmp.inaddrmasks", Cluster: 14, Item: 31, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for an address mask received"},
	{Name: "network.icmp.inaddrmaskreps", Cluster: 14, Item: 32, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP address masks received"},
	{Name: "network.icmp.outmsgs", Cluster: 14, Item: 33, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages sent"},
	{Name: "network.icmp.outerrors", Cluster: 14, Item: 34, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages not sent because of errors"},
	{Name: "network.icmp.outdestunreachs", Cluster: 14, Item: 35, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a destination cannot be reached sent"},
	{Name: "network.icmp.outtimeexcds", Cluster: 14, Item: 36, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a datagram took too long sent"},
	{Name: "network.icmp.outparmprobs", Cluster: 14, Item: 37, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages that a header is wrong sent"},
	{Name: "network.icmp.outsrcquenchs", Cluster: 14, Item: 38, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages to send more slowly sent"},
	{Name: "network.icmp.outredirects", Cluster: 14, Item: 39, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages to use another route sent"},
	{Name: "network.icmp.outechos", Cluster: 14, Item: 40, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for an echo sent"},
	{Name: "network.icmp.outechoreps", Cluster: 14, Item: 41, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP echoes sent"},
	{Name: "network.icmp.outtimestamps", Cluster: 14, Item: 42, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for a time stamp sent"},
	{Name: "network.icmp.outtimestampreps", Cluster: 14, Item: 43, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP time stamps sent"},
	{Name: "network.icmp.outaddrmasks", Cluster: 14, Item: 44, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP requests for an address mask sent"},
	{Name: "network.icmp.outaddrmaskreps", Cluster: 14, Item: 45, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP address masks sent"},
	{Name: "network.icmp.incsumerrors", Cluster: 14, Item: 46, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages with a wrong checksum received"},
	{Name: "network.icmpmsg.intype", Cluster: 14, Item: 88, Type: u64, InDom: icmpInDom, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages received, of each type"},
	{Name: "network.icmpmsg.outtype", Cluster: 14, Item: 89, Type: u64, InDom: icmpInDom, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages sent, of each type"},
	{Name: "network.ip.outtransmits", Cluster: 14, Item: 96, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams sent, forwarded ones included"},
	{Name: "network.icmp.outratelimitglobal", Cluster: 14, Item: 94, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "messages not sent since there were too many altogether"},
	{Name: "network.icmp.outratelimithost", Cluster: 14, Item: 95, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "messages not sent since there were too many to one host"},
	{Name: "network.tcp.rtoalgorithm", Cluster: 14, Item: 50, Type: u64, Sem: instant, OneLine: "how the time until retransmission is determined, as a number of RFC 1213"},
	{Name: "network.tcp.rtomin", Cluster: 14, Item: 51, Type: u64, Sem: instant, Units: pmda.Millisec, OneLine: "shortest time until retransmission"},
	{Name: "network.tcp.rtomax", Cluster: 14, Item: 52, Type: u64, Sem: instant, Units: pmda.Millisec, OneLine: "longest time until retransmission"},
	{Name: "network.tcp.maxconn", Cluster: 14, Item: 53, Type: u64, Sem: instant, OneLine: "most connections there can be; the largest number if there is no limit"},
	{Name: "network.tcp.activeopens", Cluster: 14, Item: 54, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections this machine has asked for"},
	{Name: "network.tcp.passiveopens", Cluster: 14, Item: 55, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections others have asked for"},
	{Name: "network.tcp.attemptfails", Cluster: 14, Item: 56, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that did not come about"},
	{Name: "network.tcp.estabresets", Cluster: 14, Item: 57, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "established connections that were reset"},
	{Name: "network.tcp.currestab", Cluster: 14, Item: 58, Type: u64, Sem: instant, OneLine: "connections that are established"},
	{Name: "network.tcp.insegs", Cluster: 14, Item: 59, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments received"},
	{Name: "network.tcp.outsegs", Cluster: 14, Item: 60, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments sent, those sent again not included"},
	{Name: "network.tcp.retranssegs", Cluster: 14, Item: 61, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments sent again"},
	{Name: "network.tcp.inerrs", Cluster: 14, Item: 62, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments received with errors"},
	{Name: "network.tcp.outrsts", Cluster: 14, Item: 63, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "resets sent"},
	{Name: "network.tcp.incsumerrors", Cluster: 14, Item: 64, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments received with a wrong checksum"},
	{Name: "network.udp.indatagrams", Cluster: 14, Item: 70, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams delivered to those who listen"},
	{Name: "network.udp.noports", Cluster: 14, Item: 71, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams received for a port where no one listens"},
	{Name: "network.udp.inerrors", Cluster: 14, Item: 72, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams that could not be delivered for other reasons"},
	{Name: "network.udp.outdatagrams", Cluster: 14, Item: 74, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams sent"},
	{Name: "network.udp.recvbuferrors", Cluster: 14, Item: 75, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp.sndbuferrors", Cluster: 14, Item: 76, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp.incsumerrors", Cluster: 14, Item: 83, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams received with a wrong checksum"},
	{Name: "network.udp.ignoredmulti", Cluster: 14, Item: 90, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP multicast datagrams received that no one wanted"},
	{Name: "network.udp.memerrors", Cluster: 14, Item: 91, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams dropped since memory for the protocol was short"},
	{Name: "network.udplite.indatagrams", Cluster: 14, Item: 77, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams delivered to those who listen"},
	{Name: "network.udplite.noports", Cluster: 14, Item: 78, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams received for a port where no one listens"},
	{Name: "network.udplite.inerrors", Cluster: 14, Item: 79, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite.outdatagrams", Cluster: 14, Item: 80, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams sent"},
	{Name: "network.udplite.recvbuferrors", Cluster: 14, Item: 81, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite.sndbuferrors", Cluster: 14, Item: 82, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite.incsumerrors", Cluster: 14, Item: 84, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams received with a wrong checksum"},
	{Name: "network.udplite.ignoredmulti", Cluster: 14, Item: 92, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite multicast datagrams received that no one wanted"},
	{Name: "network.udplite.memerrors", Cluster: 14, Item: 93, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams dropped since memory for the protocol was short"},
}

var ip6Metrics = [...]pmda.Metric{
	{Name: "network.ip6.inreceives", Cluster: 58, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received, with errors or without"},
	{Name: "network.ip6.inhdrerrors", Cluster: 58, Item: 1, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since their header was wrong"},
	{Name: "network.ip6.intoobigerrors", Cluster: 58, Item: 2, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since they were too big for the way out"},
	{Name: "network.ip6.innoroutes", Cluster: 58, Item: 3, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received and dropped since there was no route for them"},
	{Name: "network.ip6.inaddrerrors", Cluster: 58, Item: 4, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip6.inunknownprotos", Cluster: 58, Item: 5, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip6.intruncatedpkts", Cluster: 58, Item: 6, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received that were cut short"},
	{Name: "network.ip6.indiscards", Cluster: 58, Item: 7, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip6.indelivers", Cluster: 58, Item: 8, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams passed on to the protocol they are for"},
	{Name: "network.ip6.outforwdatagrams", Cluster: 58, Item: 9, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams forwarded"},
	{Name: "network.ip6.outrequests", Cluster: 58, Item: 10, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams sent by protocols of this machine"},
	{Name: "network.ip6.outdiscards", Cluster: 58, Item: 11, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip6.outnoroutes", Cluster: 58, Item: 12, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since there was no route for them"},
	{Name: "network.ip6.reasmtimeout", Cluster: 58, Item: 13, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times putting IPv6 fragments together took too long"},
	{Name: "network.ip6.reasmreqds", Cluster: 58, Item: 14, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 fragments received that were to be put together"},
	{Name: "network.ip6.reasmoks", Cluster: 58, Item: 15, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams put together from fragments"},
	{Name: "network.ip6.reasmfails", Cluster: 58, Item: 16, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "failures to put IPv6 fragments together"},
	{Name: "network.ip6.fragoks", Cluster: 58, Item: 17, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams split into fragments"},
	{Name: "network.ip6.fragfails", Cluster: 58, Item: 18, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams dropped since they could not be split"},
	{Name: "network.ip6.fragcreates", Cluster: 58, Item: 19, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 fragments made"},
	{Name: "network.ip6.inmcastpkts", Cluster: 58, Item: 20, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "multicast IPv6 datagrams received"},
	{Name: "network.ip6.outmcastpkts", Cluster: 58, Item: 21, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "multicast IPv6 datagrams sent"},
	{Name: "network.ip6.inoctets", Cluster: 58, Item: 22, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received in IPv6 datagrams"},
	{Name: "network.ip6.outoctets", Cluster: 58, Item: 23, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent in IPv6 datagrams"},
	{Name: "network.ip6.inmcastoctets", Cluster: 58, Item: 24, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received in multicast IPv6 datagrams"},
	{Name: "network.ip6.outmcastoctets", Cluster: 58, Item: 25, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent in multicast IPv6 datagrams"},
	{Name: "network.ip6.inbcastoctets", Cluster: 58, Item: 26, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received in broadcast IPv6 datagrams"},
	{Name: "network.ip6.outbcastoctets", Cluster: 58, Item: 27, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent in broadcast IPv6 datagrams"},
	{Name: "network.ip6.innoectpkts", Cluster: 58, Item: 28, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received that do not take part in congestion notification"},
	{Name: "network.ip6.inect1pkts", Cluster: 58, Item: 29, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received marked ECT(1) for congestion notification"},
	{Name: "network.ip6.inect0pkts", Cluster: 58, Item: 30, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received marked ECT(0) for congestion notification"},
	{Name: "network.ip6.incepkts", Cluster: 58, Item: 31, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "IPv6 datagrams received that tell of congestion"},
	{Name: "network.icmp6.inmsgs", Cluster: 58, Item: 32, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages received"},
	{Name: "network.icmp6.inerrors", Cluster: 58, Item: 33, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages with errors received"},
	{Name: "network.icmp6.outmsgs", Cluster: 58, Item: 34, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages sent"},
	{Name: "network.icmp6.outerrors", Cluster: 58, Item: 35, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages not sent because of errors"},
	{Name: "network.icmp6.incsumerrors", Cluster: 58, Item: 36, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages with a wrong checksum received"},
	{Name: "network.icmp6.indestunreachs", Cluster: 58, Item: 37, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a destination cannot be reached received"},
	{Name: "network.icmp6.inpkttoobigs", Cluster: 58, Item: 38, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a packet is too big received"},
	{Name: "network.icmp6.intimeexcds", Cluster: 58, Item: 39, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a datagram took too long received"},
	{Name: "network.icmp6.inparmproblems", Cluster: 58, Item: 40, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a header is wrong received"},
	{Name: "network.icmp6.inechos", Cluster: 58, Item: 41, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for an echo received"},
	{Name: "network.icmp6.inechoreplies", Cluster: 58, Item: 42, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 echoes received"},
	{Name: "network.icmp6.ingroupmembqueries", Cluster: 58, Item: 43, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 queries for members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembresponses", Cluster: 58, Item: 44, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 reports of members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembreductions", Cluster: 58, Item: 45, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a member leaves a multicast group received"},
	{Name: "network.icmp6.inroutersolicits", Cluster: 58, Item: 46, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for routers to announce themselves received"},
	{Name: "network.icmp6.inrouteradvertisements", Cluster: 58, Item: 47, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 announcements of routers received"},
	{Name: "network.icmp6.inneighborsolicits", Cluster: 58, Item: 48, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for a neighbour's address received"},
	{Name: "network.icmp6.inneighboradvertisements", Cluster: 58, Item: 49, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 announcements of a neighbour's address received"},
	{Name: "network.icmp6.inredirects", Cluster: 58, Item: 50, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages to use another route received"},
	{Name: "network.icmp6.inmldv2reports", Cluster: 58, Item: 51, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 reports of multicast listeners, version 2 received"},
	{Name: "network.icmp6.outdestunreachs", Cluster: 58, Item: 52, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a destination cannot be reached sent"},
	{Name: "network.icmp6.outpkttoobigs", Cluster: 58, Item: 53, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a packet is too big sent"},
	{Name: "network.icmp6.outtimeexcds", Cluster: 58, Item: 54, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a datagram took too long sent"},
	{Name: "network.icmp6.outparmproblems", Cluster: 58, Item: 55, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a header is wrong sent"},
	{Name: "network.icmp6.outechos", Cluster: 58, Item: 56, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for an echo sent"},
	{Name: "network.icmp6.outechoreplies", Cluster: 58, Item: 57, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 echoes sent"},
	{Name: "network.icmp6.outgroupmembqueries", Cluster: 58, Item: 58, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 queries for members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembresponses", Cluster: 58, Item: 59, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 reports of members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembreductions", Cluster: 58, Item: 60, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages that a member leaves a multicast group sent"},
	{Name: "network.icmp6.outroutersolicits", Cluster: 58, Item: 61, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for routers to announce themselves sent"},
	{Name: "network.icmp6.outrouteradvertisements", Cluster: 58, Item: 62, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 announcements of routers sent"},
	{Name: "network.icmp6.outneighborsolicits", Cluster: 58, Item: 63, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 requests for a neighbour's address sent"},
	{Name: "network.icmp6.outneighboradvertisements", Cluster: 58, Item: 64, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 announcements of a neighbour's address sent"},
	{Name: "network.icmp6.outredirects", Cluster: 58, Item: 65, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 messages to use another route sent"},
	{Name: "network.icmp6.outmldv2reports", Cluster: 58, Item: 66, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMPv6 reports of multicast listeners, version 2 sent"},
	{Name: "network.udp6.indatagrams", Cluster: 58, Item: 67, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udp6.noports", Cluster: 58, Item: 68, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udp6.inerrors", Cluster: 58, Item: 69, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udp6.outdatagrams", Cluster: 58, Item: 70, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams sent"},
	{Name: "network.udp6.rcvbuferrors", Cluster: 58, Item: 71, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp6.sndbuferrors", Cluster: 58, Item: 72, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp6.incsumerrors", Cluster: 58, Item: 73, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: datagrams received with a wrong checksum"},
	{Name: "network.udp6.ignoredmulti", Cluster: 58, Item: 74, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP over IPv6: multicast datagrams received that no one wanted"},
}

var udplite6Metrics = [...]pmda.Metric{
	{Name: "network.udplite6.indatagrams", Cluster: 58, Item: 75, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udplite6.noports", Cluster: 58, Item: 76, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udplite6.inerrors", Cluster: 58, Item: 77, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite6.outdatagrams", Cluster: 58, Item: 78, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams sent"},
	{Name: "network.udplite6.rcvbuferrors", Cluster: 58, Item: 79, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite6.sndbuferrors", Cluster: 58, Item: 80, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite6.incsumerrors", Cluster: 58, Item: 81, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite over IPv6: datagrams received with a wrong checksum"},
}
