package linux

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// snmp is /proc/net/snmp.
type snmp struct {
	file     file
	pairs    pairs
	reported bool // see reportUnknown
}

func (s *snmp) read(r *pmda.Request) *pairs {
	text := of(r).netText(r, &s.file, "/proc/net/snmp")
	if !s.reported {
		s.reported = true
		of(r).reportUnknown(r, text, &knownSNMP)
	}
	s.pairs.use(r, text)
	return &s.pairs
}

// snmpField is the source of a number: "Udp InDatagrams".
type snmpField string

func (key snmpField) Value(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := of(r).snmp.read(r).find(string(key))
	switch {
	case !ok && key == "Tcp MaxConn":
		n = math.MaxUint64 // there is no limit
	case !ok:
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

func (snmpField) spaces() spaces { return spaces{netSpace: true} }

var knownSNMP = known{[]string{"Ip", "Icmp", "Tcp", "Udp", "UdpLite"}, [][]pmda.Metric{ipMetrics, icmpMetrics}, func(key string) pmda.Source { return snmpField(key) }}

var icmpInDom = &pmda.InDom{Serial: 23, Members: icmpTypes{}, OneLine: "the types of messages of ICMP"}

type icmpTypes struct{}

// List lists all types there can be. Values are in the lines
//
//	IcmpMsg: InType3 OutType3
//	IcmpMsg: 1 4
func (icmpTypes) List(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
	list := make([]libpcp.Instance, 256)
	for i := range list {
		list[i] = libpcp.Instance{ID: int32(i), Name: "Type" + strconv.Itoa(i)}
	}
	return list, nil
}

// icmpField is the source of a number of each type of message: "IcmpMsg InType".
type icmpField string

func (key icmpField) Value(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := of(r).snmp.read(r).find(string(key) + strconv.Itoa(int(r.Inst)))
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

func (icmpField) spaces() spaces { return spaces{netSpace: true} }

// pairs finds numbers in a file that has for each protocol a line of names
// and a line of numbers:
//
//	Udp: InDatagrams NoPorts …
//	Udp: 438 0 …
//
// Fields asked for in turn mostly follow each other, so it looks on from the last
// field found.
type pairs struct {
	once          once
	text          []byte
	section       string
	names, values []byte // of the section
	moreNames     []byte // after the last one found
	moreValues    []byte
}

// use has the numbers looked for in the text of a request.
func (p *pairs) use(r *pmda.Request, text []byte) { p.once.do(r, func() { p.reset(text) }) }

// reset has the numbers looked for in a text, from the beginning. Places in the
// one before mean nothing in it.
func (p *pairs) reset(text []byte) { *p = pairs{once: p.once, text: text} }

// find returns the number of a key "Udp InDatagrams".
func (p *pairs) find(key string) (uint64, bool) {
	section, field, _ := strings.Cut(key, " ")
	if p.section != section && !p.enter(section) {
		return 0, false
	}
	if n, ok := p.scan(field); ok {
		return n, true
	}
	p.moreNames, p.moreValues = p.names, p.values
	return p.scan(field)
}

func (p *pairs) scan(field string) (uint64, bool) {
	for {
		var name, value []byte
		name, p.moreNames = word(p.moreNames)
		value, p.moreValues = word(p.moreValues)
		if len(name) == 0 || len(value) == 0 {
			return 0, false
		}
		if string(name) == field {
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

// snmp6 is /proc/net/snmp6, with lines such as "Ip6InReceives 2415".
type snmp6 struct {
	file  file
	lines cursor
}

// snmp6Line is the source of the number on a line, 0 without one.
type snmp6Line string

func (key snmp6Line) Value(r *pmda.Request) (libpcp.Atom, error) {
	s := &of(r).snmp6
	s.lines.use(r, of(r).netText(r, &s.file, "/proc/net/snmp6"))
	n, _ := s.lines.number(string(key))
	return whole(r, n), nil
}

func (snmp6Line) spaces() spaces { return spaces{netSpace: true} }

var ipMetrics = []pmda.Metric{
	{Name: "network.ip.forwarding", Cluster: 14, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip Forwarding"), OneLine: "1 if this machine forwards datagrams, 2 if it does not"},
	{Name: "network.ip.defaultttl", Cluster: 14, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip DefaultTTL"), OneLine: "time to live that datagrams are sent with"},
	{Name: "network.ip.inreceives", Cluster: 14, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InReceives"), OneLine: "datagrams received, with errors or without"},
	{Name: "network.ip.inhdrerrors", Cluster: 14, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InHdrErrors"), OneLine: "datagrams dropped since their header was wrong"},
	{Name: "network.ip.inaddrerrors", Cluster: 14, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InAddrErrors"), OneLine: "datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip.forwdatagrams", Cluster: 14, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip ForwDatagrams"), OneLine: "datagrams forwarded"},
	{Name: "network.ip.inunknownprotos", Cluster: 14, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InUnknownProtos"), OneLine: "datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip.indiscards", Cluster: 14, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InDiscards"), OneLine: "datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip.indelivers", Cluster: 14, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip InDelivers"), OneLine: "datagrams passed on to the protocol they are for"},
	{Name: "network.ip.outrequests", Cluster: 14, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip OutRequests"), OneLine: "datagrams sent by protocols of this machine"},
	{Name: "network.ip.outdiscards", Cluster: 14, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip OutDiscards"), OneLine: "datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip.outnoroutes", Cluster: 14, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip OutNoRoutes"), OneLine: "datagrams dropped since there was no route for them"},
	{Name: "network.ip.reasmtimeout", Cluster: 14, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip ReasmTimeout"), OneLine: "times putting fragments together took too long"},
	{Name: "network.ip.reasmreqds", Cluster: 14, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip ReasmReqds"), OneLine: "fragments received that were to be put together"},
	{Name: "network.ip.reasmoks", Cluster: 14, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip ReasmOKs"), OneLine: "datagrams put together from fragments"},
	{Name: "network.ip.reasmfails", Cluster: 14, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip ReasmFails"), OneLine: "failures to put fragments together"},
	{Name: "network.ip.fragoks", Cluster: 14, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip FragOKs"), OneLine: "datagrams split into fragments"},
	{Name: "network.ip.fragfails", Cluster: 14, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip FragFails"), OneLine: "datagrams dropped since they could not be split"},
	{Name: "network.ip.fragcreates", Cluster: 14, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Ip FragCreates"), OneLine: "fragments made"},
}

var icmpMetrics = []pmda.Metric{
	{Name: "network.icmp.inmsgs", Cluster: 14, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InMsgs"), OneLine: "ICMP messages received"},
	{Name: "network.icmp.inerrors", Cluster: 14, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InErrors"), OneLine: "ICMP messages with errors received"},
	{Name: "network.icmp.indestunreachs", Cluster: 14, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InDestUnreachs"), OneLine: "ICMP messages that a destination cannot be reached received"},
	{Name: "network.icmp.intimeexcds", Cluster: 14, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InTimeExcds"), OneLine: "ICMP messages that a datagram took too long received"},
	{Name: "network.icmp.inparmprobs", Cluster: 14, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InParmProbs"), OneLine: "ICMP messages that a header is wrong received"},
	{Name: "network.icmp.insrcquenchs", Cluster: 14, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InSrcQuenchs"), OneLine: "ICMP messages to send more slowly received"},
	{Name: "network.icmp.inredirects", Cluster: 14, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InRedirects"), OneLine: "ICMP messages to use another route received"},
	{Name: "network.icmp.inechos", Cluster: 14, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InEchos"), OneLine: "ICMP requests for an echo received"},
	{Name: "network.icmp.inechoreps", Cluster: 14, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InEchoReps"), OneLine: "ICMP echoes received"},
	{Name: "network.icmp.intimestamps", Cluster: 14, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InTimestamps"), OneLine: "ICMP requests for a time stamp received"},
	{Name: "network.icmp.intimestampreps", Cluster: 14, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InTimestampReps"), OneLine: "ICMP time stamps received"},
	{Name: "network.icmp.inaddrmasks", Cluster: 14, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InAddrMasks"), OneLine: "ICMP requests for an address mask received"},
	{Name: "network.icmp.inaddrmaskreps", Cluster: 14, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InAddrMaskReps"), OneLine: "ICMP address masks received"},
	{Name: "network.icmp.outmsgs", Cluster: 14, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutMsgs"), OneLine: "ICMP messages sent"},
	{Name: "network.icmp.outerrors", Cluster: 14, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutErrors"), OneLine: "ICMP messages not sent because of errors"},
	{Name: "network.icmp.outdestunreachs", Cluster: 14, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutDestUnreachs"), OneLine: "ICMP messages that a destination cannot be reached sent"},
	{Name: "network.icmp.outtimeexcds", Cluster: 14, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutTimeExcds"), OneLine: "ICMP messages that a datagram took too long sent"},
	{Name: "network.icmp.outparmprobs", Cluster: 14, Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutParmProbs"), OneLine: "ICMP messages that a header is wrong sent"},
	{Name: "network.icmp.outsrcquenchs", Cluster: 14, Item: 38, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutSrcQuenchs"), OneLine: "ICMP messages to send more slowly sent"},
	{Name: "network.icmp.outredirects", Cluster: 14, Item: 39, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutRedirects"), OneLine: "ICMP messages to use another route sent"},
	{Name: "network.icmp.outechos", Cluster: 14, Item: 40, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutEchos"), OneLine: "ICMP requests for an echo sent"},
	{Name: "network.icmp.outechoreps", Cluster: 14, Item: 41, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutEchoReps"), OneLine: "ICMP echoes sent"},
	{Name: "network.icmp.outtimestamps", Cluster: 14, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutTimestamps"), OneLine: "ICMP requests for a time stamp sent"},
	{Name: "network.icmp.outtimestampreps", Cluster: 14, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutTimestampReps"), OneLine: "ICMP time stamps sent"},
	{Name: "network.icmp.outaddrmasks", Cluster: 14, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutAddrMasks"), OneLine: "ICMP requests for an address mask sent"},
	{Name: "network.icmp.outaddrmaskreps", Cluster: 14, Item: 45, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp OutAddrMaskReps"), OneLine: "ICMP address masks sent"},
	{Name: "network.icmp.incsumerrors", Cluster: 14, Item: 46, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Icmp InCsumErrors"), OneLine: "ICMP messages with a wrong checksum received"},
	{Name: "network.icmpmsg.intype", Cluster: 14, Item: 88, Type: u64, InDom: icmpInDom, Sem: counter, Units: libpcp.Count, Source: icmpField("IcmpMsg InType"), OneLine: "ICMP messages received, of each type"},
	{Name: "network.icmpmsg.outtype", Cluster: 14, Item: 89, Type: u64, InDom: icmpInDom, Sem: counter, Units: libpcp.Count, Source: icmpField("IcmpMsg OutType"), OneLine: "ICMP messages sent, of each type"},
	{Name: "network.ip.outtransmits", Cluster: 14, Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: snmpField("Ip OutTransmits"), OneLine: "datagrams sent, forwarded ones included"},
	{Name: "network.icmp.outratelimitglobal", Cluster: 14, Item: 94, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: snmpField("Icmp OutRateLimitGlobal"), OneLine: "messages not sent since there were too many altogether"},
	{Name: "network.icmp.outratelimithost", Cluster: 14, Item: 95, Type: u64, Sem: counter, Units: libpcp.Count, Since: release.LinuxMetrics63, Source: snmpField("Icmp OutRateLimitHost"), OneLine: "messages not sent since there were too many to one host"},
	{Name: "network.tcp.rtoalgorithm", Cluster: 14, Item: 50, Type: u64, Sem: instant, Source: snmpField("Tcp RtoAlgorithm"), OneLine: "how the time until retransmission is determined, as a number of RFC 1213"},
	{Name: "network.tcp.rtomin", Cluster: 14, Item: 51, Type: u64, Sem: instant, Units: libpcp.Millisec, Source: snmpField("Tcp RtoMin"), OneLine: "shortest time until retransmission"},
	{Name: "network.tcp.rtomax", Cluster: 14, Item: 52, Type: u64, Sem: instant, Units: libpcp.Millisec, Source: snmpField("Tcp RtoMax"), OneLine: "longest time until retransmission"},
	{Name: "network.tcp.maxconn", Cluster: 14, Item: 53, Type: u64, Sem: instant, Source: snmpField("Tcp MaxConn"), OneLine: "most connections there can be; the largest number if there is no limit"},
	{Name: "network.tcp.activeopens", Cluster: 14, Item: 54, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp ActiveOpens"), OneLine: "connections this machine has asked for"},
	{Name: "network.tcp.passiveopens", Cluster: 14, Item: 55, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp PassiveOpens"), OneLine: "connections others have asked for"},
	{Name: "network.tcp.attemptfails", Cluster: 14, Item: 56, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp AttemptFails"), OneLine: "connections that did not come about"},
	{Name: "network.tcp.estabresets", Cluster: 14, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp EstabResets"), OneLine: "established connections that were reset"},
	{Name: "network.tcp.currestab", Cluster: 14, Item: 58, Type: u64, Sem: instant, Source: snmpField("Tcp CurrEstab"), OneLine: "connections that are established"},
	{Name: "network.tcp.insegs", Cluster: 14, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp InSegs"), OneLine: "segments received"},
	{Name: "network.tcp.outsegs", Cluster: 14, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp OutSegs"), OneLine: "segments sent, those sent again not included"},
	{Name: "network.tcp.retranssegs", Cluster: 14, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp RetransSegs"), OneLine: "segments sent again"},
	{Name: "network.tcp.inerrs", Cluster: 14, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp InErrs"), OneLine: "segments received with errors"},
	{Name: "network.tcp.outrsts", Cluster: 14, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp OutRsts"), OneLine: "resets sent"},
	{Name: "network.tcp.incsumerrors", Cluster: 14, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Tcp InCsumErrors"), OneLine: "segments received with a wrong checksum"},
	{Name: "network.udp.indatagrams", Cluster: 14, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp InDatagrams"), OneLine: "UDP datagrams delivered to those who listen"},
	{Name: "network.udp.noports", Cluster: 14, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp NoPorts"), OneLine: "UDP datagrams received for a port where no one listens"},
	{Name: "network.udp.inerrors", Cluster: 14, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp InErrors"), OneLine: "UDP datagrams that could not be delivered for other reasons"},
	{Name: "network.udp.outdatagrams", Cluster: 14, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp OutDatagrams"), OneLine: "UDP datagrams sent"},
	{Name: "network.udp.recvbuferrors", Cluster: 14, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp RcvbufErrors"), OneLine: "UDP datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp.sndbuferrors", Cluster: 14, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp SndbufErrors"), OneLine: "UDP datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp.incsumerrors", Cluster: 14, Item: 83, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp InCsumErrors"), OneLine: "UDP datagrams received with a wrong checksum"},
	{Name: "network.udp.ignoredmulti", Cluster: 14, Item: 90, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp IgnoredMulti"), OneLine: "UDP multicast datagrams received that no one wanted"},
	{Name: "network.udp.memerrors", Cluster: 14, Item: 91, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("Udp MemErrors"), OneLine: "UDP datagrams dropped since memory for the protocol was short"},
	{Name: "network.udplite.indatagrams", Cluster: 14, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite InDatagrams"), OneLine: "UDP-Lite datagrams delivered to those who listen"},
	{Name: "network.udplite.noports", Cluster: 14, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite NoPorts"), OneLine: "UDP-Lite datagrams received for a port where no one listens"},
	{Name: "network.udplite.inerrors", Cluster: 14, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite InErrors"), OneLine: "UDP-Lite datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite.outdatagrams", Cluster: 14, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite OutDatagrams"), OneLine: "UDP-Lite datagrams sent"},
	{Name: "network.udplite.recvbuferrors", Cluster: 14, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite RcvbufErrors"), OneLine: "UDP-Lite datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite.sndbuferrors", Cluster: 14, Item: 82, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite SndbufErrors"), OneLine: "UDP-Lite datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite.incsumerrors", Cluster: 14, Item: 84, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite InCsumErrors"), OneLine: "UDP-Lite datagrams received with a wrong checksum"},
	{Name: "network.udplite.ignoredmulti", Cluster: 14, Item: 92, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite IgnoredMulti"), OneLine: "UDP-Lite multicast datagrams received that no one wanted"},
	{Name: "network.udplite.memerrors", Cluster: 14, Item: 93, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmpField("UdpLite MemErrors"), OneLine: "UDP-Lite datagrams dropped since memory for the protocol was short"},
}

var ip6Metrics = []pmda.Metric{
	{Name: "network.ip6.inreceives", Cluster: 58, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InReceives"), OneLine: "IPv6 datagrams received, with errors or without"},
	{Name: "network.ip6.inhdrerrors", Cluster: 58, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InHdrErrors"), OneLine: "IPv6 datagrams dropped since their header was wrong"},
	{Name: "network.ip6.intoobigerrors", Cluster: 58, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InTooBigErrors"), OneLine: "IPv6 datagrams dropped since they were too big for the way out"},
	{Name: "network.ip6.innoroutes", Cluster: 58, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InNoRoutes"), OneLine: "IPv6 datagrams received and dropped since there was no route for them"},
	{Name: "network.ip6.inaddrerrors", Cluster: 58, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InAddrErrors"), OneLine: "IPv6 datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip6.inunknownprotos", Cluster: 58, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InUnknownProtos"), OneLine: "IPv6 datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip6.intruncatedpkts", Cluster: 58, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InTruncatedPkts"), OneLine: "IPv6 datagrams received that were cut short"},
	{Name: "network.ip6.indiscards", Cluster: 58, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InDiscards"), OneLine: "IPv6 datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip6.indelivers", Cluster: 58, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InDelivers"), OneLine: "IPv6 datagrams passed on to the protocol they are for"},
	{Name: "network.ip6.outforwdatagrams", Cluster: 58, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutForwDatagrams"), OneLine: "IPv6 datagrams forwarded"},
	{Name: "network.ip6.outrequests", Cluster: 58, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutRequests"), OneLine: "IPv6 datagrams sent by protocols of this machine"},
	{Name: "network.ip6.outdiscards", Cluster: 58, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutDiscards"), OneLine: "IPv6 datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip6.outnoroutes", Cluster: 58, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutNoRoutes"), OneLine: "IPv6 datagrams dropped since there was no route for them"},
	{Name: "network.ip6.reasmtimeout", Cluster: 58, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6ReasmTimeout"), OneLine: "times putting IPv6 fragments together took too long"},
	{Name: "network.ip6.reasmreqds", Cluster: 58, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6ReasmReqds"), OneLine: "IPv6 fragments received that were to be put together"},
	{Name: "network.ip6.reasmoks", Cluster: 58, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6ReasmOKs"), OneLine: "IPv6 datagrams put together from fragments"},
	{Name: "network.ip6.reasmfails", Cluster: 58, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6ReasmFails"), OneLine: "failures to put IPv6 fragments together"},
	{Name: "network.ip6.fragoks", Cluster: 58, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6FragOKs"), OneLine: "IPv6 datagrams split into fragments"},
	{Name: "network.ip6.fragfails", Cluster: 58, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6FragFails"), OneLine: "IPv6 datagrams dropped since they could not be split"},
	{Name: "network.ip6.fragcreates", Cluster: 58, Item: 19, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6FragCreates"), OneLine: "IPv6 fragments made"},
	{Name: "network.ip6.inmcastpkts", Cluster: 58, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InMcastPkts"), OneLine: "multicast IPv6 datagrams received"},
	{Name: "network.ip6.outmcastpkts", Cluster: 58, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutMcastPkts"), OneLine: "multicast IPv6 datagrams sent"},
	{Name: "network.ip6.inoctets", Cluster: 58, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InOctets"), OneLine: "bytes received in IPv6 datagrams"},
	{Name: "network.ip6.outoctets", Cluster: 58, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutOctets"), OneLine: "bytes sent in IPv6 datagrams"},
	{Name: "network.ip6.inmcastoctets", Cluster: 58, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InMcastOctets"), OneLine: "bytes received in multicast IPv6 datagrams"},
	{Name: "network.ip6.outmcastoctets", Cluster: 58, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutMcastOctets"), OneLine: "bytes sent in multicast IPv6 datagrams"},
	{Name: "network.ip6.inbcastoctets", Cluster: 58, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InBcastOctets"), OneLine: "bytes received in broadcast IPv6 datagrams"},
	{Name: "network.ip6.outbcastoctets", Cluster: 58, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6OutBcastOctets"), OneLine: "bytes sent in broadcast IPv6 datagrams"},
	{Name: "network.ip6.innoectpkts", Cluster: 58, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InNoECTPkts"), OneLine: "IPv6 datagrams received that do not take part in congestion notification"},
	{Name: "network.ip6.inect1pkts", Cluster: 58, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InECT1Pkts"), OneLine: "IPv6 datagrams received marked ECT(1) for congestion notification"},
	{Name: "network.ip6.inect0pkts", Cluster: 58, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InECT0Pkts"), OneLine: "IPv6 datagrams received marked ECT(0) for congestion notification"},
	{Name: "network.ip6.incepkts", Cluster: 58, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Ip6InCEPkts"), OneLine: "IPv6 datagrams received that tell of congestion"},
	{Name: "network.icmp6.inmsgs", Cluster: 58, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InMsgs"), OneLine: "ICMPv6 messages received"},
	{Name: "network.icmp6.inerrors", Cluster: 58, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InErrors"), OneLine: "ICMPv6 messages with errors received"},
	{Name: "network.icmp6.outmsgs", Cluster: 58, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutMsgs"), OneLine: "ICMPv6 messages sent"},
	{Name: "network.icmp6.outerrors", Cluster: 58, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutErrors"), OneLine: "ICMPv6 messages not sent because of errors"},
	{Name: "network.icmp6.incsumerrors", Cluster: 58, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InCsumErrors"), OneLine: "ICMPv6 messages with a wrong checksum received"},
	{Name: "network.icmp6.indestunreachs", Cluster: 58, Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InDestUnreachs"), OneLine: "ICMPv6 messages that a destination cannot be reached received"},
	{Name: "network.icmp6.inpkttoobigs", Cluster: 58, Item: 38, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InPktTooBigs"), OneLine: "ICMPv6 messages that a packet is too big received"},
	{Name: "network.icmp6.intimeexcds", Cluster: 58, Item: 39, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InTimeExcds"), OneLine: "ICMPv6 messages that a datagram took too long received"},
	{Name: "network.icmp6.inparmproblems", Cluster: 58, Item: 40, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InParmProblems"), OneLine: "ICMPv6 messages that a header is wrong received"},
	{Name: "network.icmp6.inechos", Cluster: 58, Item: 41, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InEchos"), OneLine: "ICMPv6 requests for an echo received"},
	{Name: "network.icmp6.inechoreplies", Cluster: 58, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InEchoReplies"), OneLine: "ICMPv6 echoes received"},
	{Name: "network.icmp6.ingroupmembqueries", Cluster: 58, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InGroupMembQueries"), OneLine: "ICMPv6 queries for members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembresponses", Cluster: 58, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InGroupMembResponses"), OneLine: "ICMPv6 reports of members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembreductions", Cluster: 58, Item: 45, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InGroupMembReductions"), OneLine: "ICMPv6 messages that a member leaves a multicast group received"},
	{Name: "network.icmp6.inroutersolicits", Cluster: 58, Item: 46, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InRouterSolicits"), OneLine: "ICMPv6 requests for routers to announce themselves received"},
	{Name: "network.icmp6.inrouteradvertisements", Cluster: 58, Item: 47, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InRouterAdvertisements"), OneLine: "ICMPv6 announcements of routers received"},
	{Name: "network.icmp6.inneighborsolicits", Cluster: 58, Item: 48, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InNeighborSolicits"), OneLine: "ICMPv6 requests for a neighbour's address received"},
	{Name: "network.icmp6.inneighboradvertisements", Cluster: 58, Item: 49, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InNeighborAdvertisements"), OneLine: "ICMPv6 announcements of a neighbour's address received"},
	{Name: "network.icmp6.inredirects", Cluster: 58, Item: 50, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InRedirects"), OneLine: "ICMPv6 messages to use another route received"},
	{Name: "network.icmp6.inmldv2reports", Cluster: 58, Item: 51, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6InMLDv2Reports"), OneLine: "ICMPv6 reports of multicast listeners, version 2 received"},
	{Name: "network.icmp6.outdestunreachs", Cluster: 58, Item: 52, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutDestUnreachs"), OneLine: "ICMPv6 messages that a destination cannot be reached sent"},
	{Name: "network.icmp6.outpkttoobigs", Cluster: 58, Item: 53, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutPktTooBigs"), OneLine: "ICMPv6 messages that a packet is too big sent"},
	{Name: "network.icmp6.outtimeexcds", Cluster: 58, Item: 54, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutTimeExcds"), OneLine: "ICMPv6 messages that a datagram took too long sent"},
	{Name: "network.icmp6.outparmproblems", Cluster: 58, Item: 55, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutParmProblems"), OneLine: "ICMPv6 messages that a header is wrong sent"},
	{Name: "network.icmp6.outechos", Cluster: 58, Item: 56, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutEchos"), OneLine: "ICMPv6 requests for an echo sent"},
	{Name: "network.icmp6.outechoreplies", Cluster: 58, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutEchoReplies"), OneLine: "ICMPv6 echoes sent"},
	{Name: "network.icmp6.outgroupmembqueries", Cluster: 58, Item: 58, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutGroupMembQueries"), OneLine: "ICMPv6 queries for members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembresponses", Cluster: 58, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutGroupMembResponses"), OneLine: "ICMPv6 reports of members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembreductions", Cluster: 58, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutGroupMembReductions"), OneLine: "ICMPv6 messages that a member leaves a multicast group sent"},
	{Name: "network.icmp6.outroutersolicits", Cluster: 58, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutRouterSolicits"), OneLine: "ICMPv6 requests for routers to announce themselves sent"},
	{Name: "network.icmp6.outrouteradvertisements", Cluster: 58, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutRouterAdvertisements"), OneLine: "ICMPv6 announcements of routers sent"},
	{Name: "network.icmp6.outneighborsolicits", Cluster: 58, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutNeighborSolicits"), OneLine: "ICMPv6 requests for a neighbour's address sent"},
	{Name: "network.icmp6.outneighboradvertisements", Cluster: 58, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutNeighborAdvertisements"), OneLine: "ICMPv6 announcements of a neighbour's address sent"},
	{Name: "network.icmp6.outredirects", Cluster: 58, Item: 65, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutRedirects"), OneLine: "ICMPv6 messages to use another route sent"},
	{Name: "network.icmp6.outmldv2reports", Cluster: 58, Item: 66, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Icmp6OutMLDv2Reports"), OneLine: "ICMPv6 reports of multicast listeners, version 2 sent"},
	{Name: "network.udp6.indatagrams", Cluster: 58, Item: 67, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6InDatagrams"), OneLine: "UDP over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udp6.noports", Cluster: 58, Item: 68, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6NoPorts"), OneLine: "UDP over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udp6.inerrors", Cluster: 58, Item: 69, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6InErrors"), OneLine: "UDP over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udp6.outdatagrams", Cluster: 58, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6OutDatagrams"), OneLine: "UDP over IPv6: datagrams sent"},
	{Name: "network.udp6.rcvbuferrors", Cluster: 58, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6RcvbufErrors"), OneLine: "UDP over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp6.sndbuferrors", Cluster: 58, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6SndbufErrors"), OneLine: "UDP over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp6.incsumerrors", Cluster: 58, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6InCsumErrors"), OneLine: "UDP over IPv6: datagrams received with a wrong checksum"},
	{Name: "network.udp6.ignoredmulti", Cluster: 58, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("Udp6IgnoredMulti"), OneLine: "UDP over IPv6: multicast datagrams received that no one wanted"},
}

var udplite6Metrics = []pmda.Metric{
	{Name: "network.udplite6.indatagrams", Cluster: 58, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6InDatagrams"), OneLine: "UDP-Lite over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udplite6.noports", Cluster: 58, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6NoPorts"), OneLine: "UDP-Lite over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udplite6.inerrors", Cluster: 58, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6InErrors"), OneLine: "UDP-Lite over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite6.outdatagrams", Cluster: 58, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6OutDatagrams"), OneLine: "UDP-Lite over IPv6: datagrams sent"},
	{Name: "network.udplite6.rcvbuferrors", Cluster: 58, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6RcvbufErrors"), OneLine: "UDP-Lite over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite6.sndbuferrors", Cluster: 58, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6SndbufErrors"), OneLine: "UDP-Lite over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite6.incsumerrors", Cluster: 58, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, Source: snmp6Line("UdpLite6InCsumErrors"), OneLine: "UDP-Lite over IPv6: datagrams received with a wrong checksum"},
}
