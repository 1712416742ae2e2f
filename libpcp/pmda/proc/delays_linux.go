package proc

import (
	"encoding/binary"
	"syscall"

	"golang.org/x/sys/unix"
)

// statistics asks the kernel, by generic netlink, for the statistics of a
// process, which it gives to root alone.
type statistics struct {
	fd     int
	family uint16 // its number in generic netlink; 0 if it cannot be asked
}

// openStatistics asks for the number of the family, which differs between
// machines.
func openStatistics() statistics {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_GENERIC)
	if err != nil {
		return statistics{fd: -1}
	}
	s := statistics{fd: fd}
	attributes, err := s.ask(unix.GENL_ID_CTRL, unix.CTRL_CMD_GETFAMILY, unix.CTRL_ATTR_FAMILY_NAME, []byte(unix.TASKSTATS_GENL_NAME+"\x00"))
	if number := attribute(attributes, unix.CTRL_ATTR_FAMILY_ID); err == nil && len(number) >= 2 {
		s.family = binary.NativeEndian.Uint16(number)
	}
	return s
}

func (s statistics) close() {
	if s.fd >= 0 {
		unix.Close(s.fd)
	}
}

// of returns the struct taskstats of a process, nil without one.
func (s statistics) of(pid int32) []byte {
	if s.family == 0 {
		return nil
	}
	attributes, err := s.ask(s.family, unix.TASKSTATS_CMD_GET, unix.TASKSTATS_CMD_ATTR_PID, binary.NativeEndian.AppendUint32(nil, uint32(pid)))
	if err != nil {
		return nil
	}
	return attribute(attribute(attributes, unix.TASKSTATS_TYPE_AGGR_PID), unix.TASKSTATS_TYPE_STATS)
}

// headerSize is that of a netlink message and of generic netlink in it.
const headerSize = unix.SizeofNlMsghdr + unix.GENL_HDRLEN

// ask sends a request with one attribute, and returns the attributes of the
// answer: the kernel has made it by the time that the request is sent.
func (s statistics) ask(family uint16, command uint8, kind uint16, value []byte) ([]byte, error) {
	const attributeHeader = 4
	native := binary.NativeEndian
	m := native.AppendUint32(nil, uint32(headerSize+attributeHeader+(len(value)+3)&^3))
	m = native.AppendUint16(native.AppendUint16(m, family), unix.NLM_F_REQUEST)
	m = append(m, make([]byte, 8)...) // number of the request, and of the sender
	m = append(m, command, 1, 0, 0)
	m = native.AppendUint16(native.AppendUint16(m, uint16(attributeHeader+len(value))), kind)
	m = append(append(m, value...), make([]byte, -len(value)&3)...)
	if err := unix.Sendto(s.fd, m, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return nil, err
	}
	answer := make([]byte, 4<<10)
	n, _, err := unix.Recvfrom(s.fd, answer, unix.MSG_DONTWAIT)
	switch {
	case err != nil:
		return nil, err
	case n < headerSize:
		return nil, unix.EBADMSG
	case native.Uint16(answer[4:]) == unix.NLMSG_ERROR:
		return nil, syscall.Errno(-int32(native.Uint32(answer[unix.SizeofNlMsghdr:])))
	}
	return answer[headerSize:n], nil
}

// attribute returns the value of the first attribute of a kind, nil without one.
func attribute(b []byte, kind uint16) []byte {
	for len(b) >= 4 {
		size := int(binary.NativeEndian.Uint16(b))
		if size < 4 || size > len(b) {
			return nil
		}
		if binary.NativeEndian.Uint16(b[2:])&^unix.NLA_F_NESTED == kind {
			return b[4:size]
		}
		b = b[min((size+3)&^3, len(b)):]
	}
	return nil
}
