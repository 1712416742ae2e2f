package timecontrol

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"os"
)

// unread reports whether the peer, on this machine, has yet to read some bytes
// of a connection; ok is false if the kernel does not tell.
func unread(conn net.Conn) (waiting, ok bool) {
	here, ours := conn.LocalAddr().(*net.TCPAddr)
	there, theirs := conn.RemoteAddr().(*net.TCPAddr)
	if !ours || !theirs {
		return false, false
	}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		sockets, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		if queue, ok := received(sockets, spell(there), spell(here)); ok {
			return queue, true
		}
	}
	return false, false
}

// received looks for a socket in a table of proc_net(5), and reports whether
// its receive queue holds bytes. The addresses of a socket for both IP versions
// end in the version 4 address.
func received(table []byte, local, remote string) (waiting, ok bool) {
	for line := range bytes.Lines(table) {
		fields := bytes.Fields(line)
		if len(fields) > 4 && bytes.HasSuffix(fields[1], []byte(local)) && bytes.HasSuffix(fields[2], []byte(remote)) {
			_, queue, ok := bytes.Cut(fields[4], []byte(":"))
			return len(bytes.Trim(queue, "0")) > 0, ok
		}
	}
	return false, false
}

// spell is an address as the tables have it.
func spell(a *net.TCPAddr) string {
	ip := a.IP.To4()
	if ip == nil {
		return "none"
	}
	return fmt.Sprintf("%08X:%04X", binary.NativeEndian.Uint32(ip), a.Port)
}
