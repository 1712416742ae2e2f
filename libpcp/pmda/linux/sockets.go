package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// sockets are the files about sockets, by protocol.
type sockets struct {
	stat   [2]file // by version of IP
	tables [len(socketPaths)]pmda.PerRequest[socketStates]
	unix   pmda.PerRequest[unixSockets]
}

// sockstat is the source of a number in a file with lines such as "TCP: inuse 2
// orphan 0", 0 if it is not there.
type sockstat struct {
	version        ipVersion
	protocol, name string
}

type ipVersion int

const (
	ipv4 ipVersion = iota
	ipv6
)

var sockstatPaths = [...]string{ipv4: "/proc/net/sockstat", ipv6: "/proc/net/sockstat6"}

func (s sockstat) Value(r *pmda.Request) (libpcp.Atom, error) {
	text := of(r).netText(r, &of(r).sockets.stat[s.version], sockstatPaths[s.version])
	for line := range linesOf(text) {
		key, rest := word(line)
		if key, ok := bytes.CutSuffix(key, []byte(":")); ok && bytes.EqualFold(key, []byte(s.protocol)) {
			return whole(r, numberAfter(rest, s.name)), nil
		}
	}
	return whole(r, 0), nil
}

func (sockstat) spaces() spaces { return spaces{netSpace: true} }

// numberAfter is the number after a word of a line "inuse 2 orphan 0".
func numberAfter(line []byte, name string) uint64 {
	for len(line) > 0 {
		var key, value []byte
		key, line = word(line)
		value, line = word(line)
		if string(key) == name {
			n, _ := number(value)
			return n
		}
	}
	return 0
}

// socketStates counts sockets by state, as TCP numbers them.
type socketStates [16]uint64

// The states.
const (
	anyState    = -1
	established = 1
	synSent     = 2
	synReceived = 3
	finWait1    = 4
	finWait2    = 5
	timeWait    = 6
	closed      = 7 // or unconnected
	closeWait   = 8
	lastACK     = 9
	listening   = 10
	closing     = 11
)

// Indexes of the files with a line for each socket.
const (
	tcp = iota
	tcp6
	udp
	udp6
	raw
	raw6
)

var socketPaths = [...]string{
	tcp: "/proc/net/tcp", tcp6: "/proc/net/tcp6", udp: "/proc/net/udp", udp6: "/proc/net/udp6", raw: "/proc/net/raw", raw6: "/proc/net/raw6",
}

// add counts a line of a table; the state is the fourth word.
func (s *socketStates) add(line []byte) {
	if state, _ := word(skip(line, 3)); len(state) > 0 {
		s[hexNumber(state)%uint64(len(s))]++
	}
}

// eachSocket calls add with the lines of a file below /proc/net, after its headings,
// of which there may be very many.
func (m *machine) eachSocket(path string, add func(line []byte)) error {
	headings := true
	return m.lines(m.seenFrom(netSpace, path), func(line []byte) {
		if !headings {
			add(line)
		}
		headings = false
	})
}

// socketsIn is the source of the number of sockets in a state.
type socketsIn struct{ table, state int }

func (s socketsIn) Value(r *pmda.Request) (libpcp.Atom, error) {
	states, err := of(r).sockets.tables[s.table].Get(r, func() (states socketStates, err error) {
		err = of(r).eachSocket(socketPaths[s.table], states.add)
		return states, err
	})
	switch {
	case err != nil:
		return libpcp.Atom{}, err
	case s.state == anyState:
		return whole(r, states.all()), nil
	}
	return whole(r, states[s.state]), nil
}

func (socketsIn) spaces() spaces { return spaces{netSpace: true} }

func (s *socketStates) all() (sum uint64) {
	for _, n := range s {
		sum += n
	}
	return sum
}

// unixSockets counts the sockets in /proc/net/unix.
type unixSockets struct{ datagram, stream, established, listening uint64 }

// unixCount is the source of one of the counts.
type unixCount func(unixSockets) uint64

func (f unixCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	n, err := of(r).sockets.unix.Get(r, func() (n unixSockets, err error) {
		err = of(r).eachSocket("/proc/net/unix", n.add)
		return n, err
	})
	return whole(r, f(n)), err
}

func (unixCount) spaces() spaces { return spaces{netSpace: true} }

func (n unixSockets) datagrams() uint64 { return n.datagram }
func (n unixSockets) streams() uint64   { return n.stream }
func (n unixSockets) connected() uint64 { return n.established }
func (n unixSockets) listeners() uint64 { return n.listening }

// add counts a line: "ffff: refs protocol flags type state inode path".
func (n *unixSockets) add(line []byte) {
	kind, rest := word(skip(line, 4))
	state, _ := word(rest)
	switch hexNumber(kind) {
	case 1:
		n.addStream(hexNumber(state))
	case 2:
		n.datagram++
	}
}

func (n *unixSockets) addStream(state uint64) {
	n.stream++
	switch {
	case state == 3:
		n.established++
	case state == 1:
		n.listening++
	}
}

var sockstatMetrics = []pmda.Metric{
	{Name: "network.sockstat.total", Cluster: 11, Item: 9, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "sockets", "used"}, OneLine: "sockets of all kinds"},
	{Name: "network.sockstat.tcp.inuse", Cluster: 11, Item: 0, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "tcp", "inuse"}, OneLine: "TCP sockets in use"},
	{Name: "network.sockstat.tcp.orphan", Cluster: 11, Item: 10, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "tcp", "orphan"}, OneLine: "TCP sockets that no process has any more"},
	{Name: "network.sockstat.tcp.tw", Cluster: 11, Item: 11, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "tcp", "tw"}, OneLine: "TCP sockets that wait for late packets"},
	{Name: "network.sockstat.tcp.alloc", Cluster: 11, Item: 12, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "tcp", "alloc"}, OneLine: "TCP sockets allocated"},
	{Name: "network.sockstat.tcp.mem", Cluster: 11, Item: 13, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "tcp", "mem"}, OneLine: "pages of memory used for TCP sockets"},
	{Name: "network.sockstat.udp.inuse", Cluster: 11, Item: 3, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "udp", "inuse"}, OneLine: "UDP sockets in use"},
	{Name: "network.sockstat.udp.mem", Cluster: 11, Item: 14, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "udp", "mem"}, OneLine: "pages of memory used for UDP sockets"},
	{Name: "network.sockstat.udplite.inuse", Cluster: 11, Item: 8, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "udplite", "inuse"}, OneLine: "UDP-Lite sockets in use"},
	{Name: "network.sockstat.raw.inuse", Cluster: 11, Item: 6, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "raw", "inuse"}, OneLine: "raw sockets in use"},
	{Name: "network.sockstat.frag.inuse", Cluster: 11, Item: 15, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "frag", "inuse"}, OneLine: "datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag.memory", Cluster: 11, Item: 16, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv4, "frag", "memory"}, OneLine: "bytes of memory used for fragments"},
	{Name: "network.sockstat.tcp6.inuse", Cluster: 73, Item: 0, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "tcp6", "inuse"}, OneLine: "TCP sockets over IPv6 in use"},
	{Name: "network.sockstat.udp6.inuse", Cluster: 73, Item: 1, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "udp6", "inuse"}, OneLine: "UDP sockets over IPv6 in use"},
	{Name: "network.sockstat.udplite6.inuse", Cluster: 73, Item: 2, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "udplite6", "inuse"}, OneLine: "UDP-Lite sockets over IPv6 in use"},
	{Name: "network.sockstat.raw6.inuse", Cluster: 73, Item: 3, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "raw6", "inuse"}, OneLine: "raw sockets over IPv6 in use"},
	{Name: "network.sockstat.frag6.inuse", Cluster: 73, Item: 4, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "frag6", "inuse"}, OneLine: "IPv6 datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag6.memory", Cluster: 73, Item: 5, Type: i32, Sem: instant, Units: libpcp.Count, Source: sockstat{ipv6, "frag6", "memory"}, OneLine: "bytes of memory used for IPv6 fragments"},
}

var connectionMetrics = []pmda.Metric{
	{Name: "network.udpconn.established", Cluster: 79, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{udp, established}, OneLine: "UDP sockets with a fixed peer"},
	{Name: "network.udpconn.listen", Cluster: 79, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{udp, closed}, OneLine: "UDP sockets without a fixed peer"},
	{Name: "network.rawconn.count", Cluster: 77, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{raw, anyState}, OneLine: "raw sockets"},
	{Name: "network.tcpconn.established", Cluster: 19, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, established}, OneLine: "TCP connections that are established"},
	{Name: "network.tcpconn.syn_sent", Cluster: 19, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, synSent}, OneLine: "TCP connections that have asked for a connection"},
	{Name: "network.tcpconn.syn_recv", Cluster: 19, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, synReceived}, OneLine: "TCP connections that have been asked for a connection"},
	{Name: "network.tcpconn.fin_wait1", Cluster: 19, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, finWait1}, OneLine: "TCP connections that have closed their side"},
	{Name: "network.tcpconn.fin_wait2", Cluster: 19, Item: 5, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, finWait2}, OneLine: "TCP connections whose closing has been acknowledged"},
	{Name: "network.tcpconn.time_wait", Cluster: 19, Item: 6, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, timeWait}, OneLine: "TCP connections that wait for late packets"},
	{Name: "network.tcpconn.close", Cluster: 19, Item: 7, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, closed}, OneLine: "TCP connections that are not in use"},
	{Name: "network.tcpconn.close_wait", Cluster: 19, Item: 8, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, closeWait}, OneLine: "TCP connections whose other side has closed"},
	{Name: "network.tcpconn.last_ack", Cluster: 19, Item: 9, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, lastACK}, OneLine: "TCP connections that wait for the last acknowledgement"},
	{Name: "network.tcpconn.listen", Cluster: 19, Item: 10, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, listening}, OneLine: "TCP connections that listen"},
	{Name: "network.tcpconn.closing", Cluster: 19, Item: 11, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp, closing}, OneLine: "TCP connections that both sides close at the same time"},
}

var unixSocketMetrics = []pmda.Metric{
	{Name: "network.unix.datagram.count", Cluster: 81, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: unixCount(unixSockets.datagrams), OneLine: "datagram sockets of the local domain"},
	{Name: "network.unix.stream.established", Cluster: 81, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, Source: unixCount(unixSockets.connected), OneLine: "connections of the local domain that are established"},
	{Name: "network.unix.stream.listen", Cluster: 81, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, Source: unixCount(unixSockets.listeners), OneLine: "sockets of the local domain that listen"},
	{Name: "network.unix.stream.count", Cluster: 81, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, Source: unixCount(unixSockets.streams), OneLine: "stream sockets of the local domain"},
}

var udp6ConnectionMetrics = []pmda.Metric{
	{Name: "network.udpconn6.established", Cluster: 80, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{udp6, established}, OneLine: "UDP sockets over IPv6 with a fixed peer"},
	{Name: "network.udpconn6.listen", Cluster: 80, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{udp6, closed}, OneLine: "UDP sockets over IPv6 without a fixed peer"},
}

var raw6ConnectionMetrics = []pmda.Metric{
	{Name: "network.rawconn6.count", Cluster: 78, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{raw6, anyState}, OneLine: "raw sockets over IPv6"},
	{Name: "network.tcpconn6.established", Cluster: 76, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, established}, OneLine: "TCP connections over IPv6 that are established"},
	{Name: "network.tcpconn6.syn_sent", Cluster: 76, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, synSent}, OneLine: "TCP connections over IPv6 that have asked for a connection"},
	{Name: "network.tcpconn6.syn_recv", Cluster: 76, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, synReceived}, OneLine: "TCP connections over IPv6 that have been asked for a connection"},
	{Name: "network.tcpconn6.fin_wait1", Cluster: 76, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, finWait1}, OneLine: "TCP connections over IPv6 that have closed their side"},
	{Name: "network.tcpconn6.fin_wait2", Cluster: 76, Item: 5, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, finWait2}, OneLine: "TCP connections over IPv6 whose closing has been acknowledged"},
	{Name: "network.tcpconn6.time_wait", Cluster: 76, Item: 6, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, timeWait}, OneLine: "TCP connections over IPv6 that wait for late packets"},
	{Name: "network.tcpconn6.close", Cluster: 76, Item: 7, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, closed}, OneLine: "TCP connections over IPv6 that are not in use"},
	{Name: "network.tcpconn6.close_wait", Cluster: 76, Item: 8, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, closeWait}, OneLine: "TCP connections over IPv6 whose other side has closed"},
	{Name: "network.tcpconn6.last_ack", Cluster: 76, Item: 9, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, lastACK}, OneLine: "TCP connections over IPv6 that wait for the last acknowledgement"},
	{Name: "network.tcpconn6.listen", Cluster: 76, Item: 10, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, listening}, OneLine: "TCP connections over IPv6 that listen"},
	{Name: "network.tcpconn6.closing", Cluster: 76, Item: 11, Type: u32, Sem: instant, Units: libpcp.Count, Source: socketsIn{tcp6, closing}, OneLine: "TCP connections over IPv6 that both sides close at the same time"},
}
