package linux

import (
	"net/netip"

	"golang.org/x/sys/unix"
)

// inetAddress is the first IPv4 address of an interface, or "".
func inetAddress(device string) string {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq(device)
	if err != nil || unix.IoctlIfreq(fd, unix.SIOCGIFADDR, request) != nil {
		return ""
	}
	b, err := request.Inet4Addr()
	if err != nil {
		return ""
	}
	return netip.AddrFrom4([4]byte(b)).String()
}
