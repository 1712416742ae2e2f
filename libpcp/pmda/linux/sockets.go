package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// sockets are the files that tell about sockets, by protocol.
type sockets struct {
	*machine
	sockstatFile, sockstat6File file
	tables                      [6]socketTable
	unixFile                    file
	unix                        pmda.PerRequest[unixSockets]
}

// sockstat supplies a number of lines such as "TCP: inuse 2 orphan 0".
func (s *sockets) sockstat(r *pmda.Request, f *file, path string) (libpcp.Atom, error) {
	text := f.of(r, &s.host, path)
	protocol, name, ok := strings.Cut(r.Metric.Name[len("network.sockstat."):], ".")
	if !ok {
		protocol, name = "sockets", "used"
	}
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

// connections supplies how many sockets are in a state; table is the place
// among socketPaths.
func (s *sockets) connections(r *pmda.Request, table int) (libpcp.Atom, error) {
	t := &s.tables[table]
	states, _ := t.states.Get(r, func() (socketStates, error) {
		return countSockets(t.file.of(r, &s.host, socketPaths[table])), nil
	})
	switch {
	case strings.HasPrefix(socketPaths[table], "/proc/net/tcp"):
		return whole(r, states[r.Metric.Item%16]), nil
	case strings.HasPrefix(socketPaths[table], "/proc/net/raw"):
		return whole(r, states.all()), nil
	case strings.HasSuffix(r.Metric.Name, ".listen"):
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
		return countUnix(s.unixFile.of(r, &s.host, "/proc/net/unix")), nil
	})
	switch r.Metric.Name {
	case "network.unix.datagram.count":
		return whole(r, n.datagram), err
	case "network.unix.stream.established":
		return whole(r, n.established), err
	case "network.unix.stream.listen":
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
