package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// sockets are the files about sockets, by protocol.
type sockets struct {
	*machine
	sockstatFile, sockstat6File file
	tables                      [6]socketTable
	unixFile                    file
	unix                        pmda.PerRequest[unixSockets]
}

// sockstat supplies a number of /proc/net/sockstat, which has lines such as
// "TCP: inuse 2 orphan 0".
func (s *sockets) sockstat(r *pmda.Request) (libpcp.Atom, error) {
	return s.sockstatOf(r, s.netText(r, &s.sockstatFile, "/proc/net/sockstat"))
}

func (s *sockets) sockstat6(r *pmda.Request) (libpcp.Atom, error) {
	return s.sockstatOf(r, s.netText(r, &s.sockstat6File, "/proc/net/sockstat6"))
}

func (s *sockets) sockstatOf(r *pmda.Request, text []byte) (libpcp.Atom, error) {
	protocol, name, _ := strings.Cut(r.Metric.Key, " ")
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		key, rest := word(line)
		if key, ok := bytes.CutSuffix(key, []byte(":")); !ok || !bytes.EqualFold(key, []byte(protocol)) {
			continue
		}
		return s.sockstatWord(r, rest, name)
	}
	return whole(r, 0), nil
}

func (s *sockets) sockstatWord(r *pmda.Request, line []byte, name string) (libpcp.Atom, error) {
	for len(line) > 0 {
		var key, value []byte
		key, line = word(line)
		value, line = word(line)
		if string(key) == name {
			n, _ := number(value)
			return whole(r, n), nil
		}
	}
	return whole(r, 0), nil
}

// socketTable is a file with a line for each socket, and its state.
type socketTable struct {
	file   file
	states pmda.PerRequest[socketStates]
}

// socketStates counts sockets by state, as TCP numbers them.
type socketStates [16]uint64

// The states that protocols without connections have as well.
const (
	established = 1
	unconnected = 7
)

// socketPaths are the files, in order of socketTables.
var socketPaths = [...]string{
	"/proc/net/tcp", "/proc/net/tcp6", "/proc/net/udp", "/proc/net/udp6", "/proc/net/raw", "/proc/net/raw6",
}

// countSockets counts the lines of a table; the state is the fourth word.
func countSockets(text []byte) (s socketStates) {
	_, text = cutLine(text) // headings
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		if state, _ := word(skip(line, 3)); len(state) > 0 {
			s[hexNumber(state)%uint64(len(s))]++
		}
	}
	return s
}

// connections supplies how many sockets are in a state; table is an index of
// socketPaths.
func (s *sockets) connections(r *pmda.Request, table int) (libpcp.Atom, error) {
	t := &s.tables[table]
	states, _ := t.states.Get(r, func() (socketStates, error) {
		return countSockets(s.netText(r, &t.file, socketPaths[table])), nil
	})
	switch {
	case strings.HasPrefix(socketPaths[table], "/proc/net/tcp"):
		return whole(r, states[r.Metric.Item%16]), nil
	case strings.HasPrefix(socketPaths[table], "/proc/net/raw"):
		return whole(r, states.all()), nil
	case r.Metric.Key == "listen":
		return whole(r, states[unconnected]), nil
	}
	return whole(r, states[established]), nil
}

func (s *socketStates) all() (sum uint64) {
	for _, n := range s {
		sum += n
	}
	return sum
}

// unixSockets counts the sockets in /proc/net/unix.
type unixSockets struct{ datagram, stream, established, listening uint64 }

// unixSocket supplies how many sockets of the local domain there are.
func (s *sockets) unixSocket(r *pmda.Request) (libpcp.Atom, error) {
	n, err := s.unix.Get(r, func() (unixSockets, error) {
		return countUnix(s.netText(r, &s.unixFile, "/proc/net/unix")), nil
	})
	switch r.Metric.Key {
	case "datagram":
		return whole(r, n.datagram), err
	case "established":
		return whole(r, n.established), err
	case "listen":
		return whole(r, n.listening), err
	}
	return whole(r, n.stream), err
}

// countUnix counts lines: "ffff: refs protocol flags type state inode path".
func countUnix(text []byte) (n unixSockets) {
	_, text = cutLine(text) // headings
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		kind, rest := word(skip(line, 4))
		state, _ := word(rest)
		switch hexNumber(kind) {
		case 1:
			n.addStream(hexNumber(state))
		case 2:
			n.datagram++
		}
	}
	return n
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
	{Name: "network.sockstat.total", Key: "sockets used", Cluster: 11, Item: 9, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "sockets of all kinds"},
	{Name: "network.sockstat.tcp.inuse", Key: "tcp inuse", Cluster: 11, Item: 0, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "TCP sockets in use"},
	{Name: "network.sockstat.tcp.orphan", Key: "tcp orphan", Cluster: 11, Item: 10, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "TCP sockets that no process has any more"},
	{Name: "network.sockstat.tcp.tw", Key: "tcp tw", Cluster: 11, Item: 11, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "TCP sockets that wait for late packets"},
	{Name: "network.sockstat.tcp.alloc", Key: "tcp alloc", Cluster: 11, Item: 12, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "TCP sockets allocated"},
	{Name: "network.sockstat.tcp.mem", Key: "tcp mem", Cluster: 11, Item: 13, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "pages of memory used for TCP sockets"},
	{Name: "network.sockstat.udp.inuse", Key: "udp inuse", Cluster: 11, Item: 3, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets in use"},
	{Name: "network.sockstat.udp.mem", Key: "udp mem", Cluster: 11, Item: 14, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "pages of memory used for UDP sockets"},
	{Name: "network.sockstat.udplite.inuse", Key: "udplite inuse", Cluster: 11, Item: 8, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "UDP-Lite sockets in use"},
	{Name: "network.sockstat.raw.inuse", Key: "raw inuse", Cluster: 11, Item: 6, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "raw sockets in use"},
	{Name: "network.sockstat.frag.inuse", Key: "frag inuse", Cluster: 11, Item: 15, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag.memory", Key: "frag memory", Cluster: 11, Item: 16, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "bytes of memory used for fragments"},
	{Name: "network.sockstat.tcp6.inuse", Key: "tcp6 inuse", Cluster: 73, Item: 0, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "TCP sockets over IPv6 in use"},
	{Name: "network.sockstat.udp6.inuse", Key: "udp6 inuse", Cluster: 73, Item: 1, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets over IPv6 in use"},
	{Name: "network.sockstat.udplite6.inuse", Key: "udplite6 inuse", Cluster: 73, Item: 2, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "UDP-Lite sockets over IPv6 in use"},
	{Name: "network.sockstat.raw6.inuse", Key: "raw6 inuse", Cluster: 73, Item: 3, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "raw sockets over IPv6 in use"},
	{Name: "network.sockstat.frag6.inuse", Key: "frag6 inuse", Cluster: 73, Item: 4, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "IPv6 datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag6.memory", Key: "frag6 memory", Cluster: 73, Item: 5, Type: i32, Sem: instant, Units: libpcp.Count, OneLine: "bytes of memory used for IPv6 fragments"},
}

var connectionMetrics = []pmda.Metric{
	{Name: "network.udpconn.established", Key: "established", Cluster: 79, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets with a fixed peer"},
	{Name: "network.udpconn.listen", Key: "listen", Cluster: 79, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets without a fixed peer"},
	{Name: "network.rawconn.count", Cluster: 77, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "raw sockets"},
	{Name: "network.tcpconn.established", Cluster: 19, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that are established"},
	{Name: "network.tcpconn.syn_sent", Cluster: 19, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that have asked for a connection"},
	{Name: "network.tcpconn.syn_recv", Cluster: 19, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that have been asked for a connection"},
	{Name: "network.tcpconn.fin_wait1", Cluster: 19, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that have closed their side"},
	{Name: "network.tcpconn.fin_wait2", Cluster: 19, Item: 5, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections whose closing has been acknowledged"},
	{Name: "network.tcpconn.time_wait", Cluster: 19, Item: 6, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that wait for late packets"},
	{Name: "network.tcpconn.close", Cluster: 19, Item: 7, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that are not in use"},
	{Name: "network.tcpconn.close_wait", Cluster: 19, Item: 8, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections whose other side has closed"},
	{Name: "network.tcpconn.last_ack", Cluster: 19, Item: 9, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that wait for the last acknowledgement"},
	{Name: "network.tcpconn.listen", Cluster: 19, Item: 10, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that listen"},
	{Name: "network.tcpconn.closing", Cluster: 19, Item: 11, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections that both sides close at the same time"},
}

var unixSocketMetrics = []pmda.Metric{
	{Name: "network.unix.datagram.count", Key: "datagram", Cluster: 81, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "datagram sockets of the local domain"},
	{Name: "network.unix.stream.established", Key: "established", Cluster: 81, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "connections of the local domain that are established"},
	{Name: "network.unix.stream.listen", Key: "listen", Cluster: 81, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "sockets of the local domain that listen"},
	{Name: "network.unix.stream.count", Key: "stream", Cluster: 81, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "stream sockets of the local domain"},
}

var udp6ConnectionMetrics = []pmda.Metric{
	{Name: "network.udpconn6.established", Key: "established", Cluster: 80, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets over IPv6 with a fixed peer"},
	{Name: "network.udpconn6.listen", Key: "listen", Cluster: 80, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "UDP sockets over IPv6 without a fixed peer"},
}

var raw6ConnectionMetrics = []pmda.Metric{
	{Name: "network.rawconn6.count", Cluster: 78, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "raw sockets over IPv6"},
	{Name: "network.tcpconn6.established", Cluster: 76, Item: 1, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that are established"},
	{Name: "network.tcpconn6.syn_sent", Cluster: 76, Item: 2, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that have asked for a connection"},
	{Name: "network.tcpconn6.syn_recv", Cluster: 76, Item: 3, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that have been asked for a connection"},
	{Name: "network.tcpconn6.fin_wait1", Cluster: 76, Item: 4, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that have closed their side"},
	{Name: "network.tcpconn6.fin_wait2", Cluster: 76, Item: 5, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 whose closing has been acknowledged"},
	{Name: "network.tcpconn6.time_wait", Cluster: 76, Item: 6, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that wait for late packets"},
	{Name: "network.tcpconn6.close", Cluster: 76, Item: 7, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that are not in use"},
	{Name: "network.tcpconn6.close_wait", Cluster: 76, Item: 8, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 whose other side has closed"},
	{Name: "network.tcpconn6.last_ack", Cluster: 76, Item: 9, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that wait for the last acknowledgement"},
	{Name: "network.tcpconn6.listen", Cluster: 76, Item: 10, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that listen"},
	{Name: "network.tcpconn6.closing", Cluster: 76, Item: 11, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "TCP connections over IPv6 that both sides close at the same time"},
}
