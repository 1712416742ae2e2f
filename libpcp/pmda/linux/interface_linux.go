package linux

import (
	"net/netip"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openSocket opens a socket that takes questions about the interfaces of a name space.
func openSocket() (*os.File, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	return os.NewFile(uintptr(fd), "socket"), err
}

// askInterface puts a question about an interface to the kernel.
func askInterface(socket *os.File, device string, question uint) (*unix.Ifreq, error) {
	request, err := unix.NewIfreq(device)
	if err != nil {
		return nil, err
	}
	return request, unix.IoctlIfreq(int(socket.Fd()), question, request)
}

// inetAddress is the first IPv4 address of an interface.
func inetAddress(socket *os.File, device string) (string, error) {
	answer, err := askInterface(socket, device, unix.SIOCGIFADDR)
	if err != nil {
		return "", err
	}
	b, err := answer.Inet4Addr()
	if err != nil {
		return "", err
	}
	return netip.AddrFrom4([4]byte(b)).String(), nil
}

// inetNames are the names of all IPv4 addresses, in the order of their interfaces.
func inetNames() (names []string) {
	answer, err := syscall.NetlinkRIB(unix.RTM_GETADDR, unix.AF_INET)
	if err != nil {
		return nil
	}
	messages, err := syscall.ParseNetlinkMessage(answer)
	if err != nil {
		return nil
	}
	for i := range messages {
		attributes, err := syscall.ParseNetlinkRouteAttr(&messages[i])
		if err != nil {
			continue
		}
		for _, a := range attributes {
			if a.Attr.Type == unix.IFA_LABEL {
				names = append(names, unix.ByteSliceToString(a.Value))
			}
		}
	}
	return names
}

// interfaceMTU is the largest packet that an interface sends.
func interfaceMTU(socket *os.File, device string) (uint64, error) {
	answer, err := askInterface(socket, device, unix.SIOCGIFMTU)
	if err != nil {
		return 0, err
	}
	return uint64(answer.Uint32()), nil
}

// interfaceFlags are IFF_UP and others.
func interfaceFlags(socket *os.File, device string) (uint64, error) {
	answer, err := askInterface(socket, device, unix.SIOCGIFFLAGS)
	if err != nil {
		return 0, err
	}
	return uint64(answer.Uint16()), nil
}

// ethtoolCommand is struct ethtool_cmd of linux/ethtool.h.
type ethtoolCommand struct {
	command                                               uint32
	supported, advertising                                uint32
	speed                                                 uint16
	duplex, port, phy, transceiver, autonegotiation, mdio uint8
	maxTransmit, maxReceive                               uint32
	speedHigh                                             uint16
	crossing, crossingControl                             uint8
	partner                                               uint32
	_                                                     [2]uint32
}

// ethtoolRequest is struct ifreq with a pointer.
type ethtoolRequest struct {
	name [unix.IFNAMSIZ]byte
	data unsafe.Pointer
	_    [16]byte
}

// linkOf asks the driver of an interface about its link.
func linkOf(socket *os.File, device string) (link, error) {
	command := ethtoolCommand{command: unix.ETHTOOL_GSET}
	request := ethtoolRequest{data: unsafe.Pointer(&command)}
	copy(request.name[:unix.IFNAMSIZ-1], device)
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, socket.Fd(), unix.SIOCETHTOOL, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return link{}, errno
	}
	l := link{speed: uint32(command.speedHigh)<<16 | uint32(command.speed)}
	switch command.duplex {
	case 0:
		l.duplex = "half"
	case 1:
		l.duplex = "full"
	}
	return l, nil
}
