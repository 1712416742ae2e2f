package pmdaroot

import (
	"encoding/binary"
	"syscall"

	"pcptools/libpcp"
)

// A message, of which numbers are in the byte order of the machine:
//
//	 0 ┌─────────┬─────────┬─────────┬─────────┐
//	   │ type    │ length  │ status  │ version │
//	16 ├─────────┼─────────┼─────────┴─────────┘
//	   │ process │ n       │
//	24 ├─────────┴─────────┴─ ─ ─
//	   │ name, n bytes
//	   └───────────────────── ─ ─
//
// The length is that of the message. In requests the process is 0, and the name
// that of the container with a NUL, which counts. The greeting has no name, and
// what the server can do (a bit for each pair of messages) as its process. A
// reply has the type of its request and one.
const headerSize = 24

const (
	typeGreeting = 0x9000
	typeProcess  = 0x9003
	typeCgroup   = 0x9005
)

// version is the newest version of the protocol.
const version = 2

// A reply has the facts of a container.
type reply struct {
	process int32
	name    string
}

// parseReply reads a message of one type, or the error that it has instead.
func parseReply(b []byte, kind uint32) (reply, error) {
	if len(b) < headerSize {
		return reply{}, libpcp.Errno(syscall.EINVAL)
	}
	number := func(at int) int32 { return int32(binary.NativeEndian.Uint32(b[at:])) }
	length, status, process, n := number(4), number(8), number(16), number(20)
	switch rest := len(b) - headerSize; {
	case uint32(number(0)) != kind:
		return reply{}, libpcp.Errno(syscall.ESRCH)
	case number(12) > version:
		return reply{}, libpcp.Errno(syscall.EOPNOTSUPP)
	case status < 0:
		return reply{}, libpcp.Error(status)
	case status > 0:
		return reply{}, libpcp.Errno(syscall.EINVAL)
	case n < 0 || int(n) > rest || int64(n) > int64(length)-headerSize:
		return reply{}, libpcp.Errno(syscall.E2BIG)
	}
	return reply{process, string(b[headerSize : headerSize+int(n)])}, nil
}

// appendRequest appends a question about a container.
func appendRequest(dst []byte, kind uint32, container string) []byte {
	n := uint32(len(container) + 1)
	for _, field := range [...]uint32{kind, headerSize + n, 0, version, 0, n} {
		dst = binary.NativeEndian.AppendUint32(dst, field)
	}
	return append(append(dst, container...), 0)
}
