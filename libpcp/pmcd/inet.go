package pmcd

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"

	"pcptools/internal/cnum"
)

// numericHost turns the abbreviated IPv4 addresses of inet_aton(3), such as
// 127.1 or 0x7f000001, into the usual form: up to four numbers in C's
// notation, of which the last fills what the others leave. Any other name
// comes back as it is.
func numericHost(name string) string {
	fields := strings.Split(name, ".")
	if len(fields) > 4 {
		return name
	}
	var address uint64
	for i, field := range fields {
		bits := 8
		if i == len(fields)-1 {
			bits = 8 * (5 - len(fields))
		}
		n, size, _ := cnum.Strtoul(field, 0)
		if size == 0 || size != len(field) || field[0] < '0' || n>>bits != 0 {
			return name
		}
		address = address<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String()
}

// impossible returns an error for IPv6 addresses that package net takes but C
// programs do not: getaddrinfo(3) wants a number or, within a link, an interface
// as the zone, and connect(2) no IPv4 address on an IPv6 socket.
func impossible(name string) error {
	address, err := netip.ParseAddr(name)
	switch {
	case err != nil:
	case address.Zone() != "" && !isScope(address):
		return &net.DNSError{Err: "no such zone", Name: name, IsNotFound: true}
	case address.Is4In6():
		return syscall.ECONNREFUSED
	}
	return nil
}

func isScope(address netip.Addr) bool {
	zone := address.Zone()
	if _, err := strconv.ParseUint(zone, 10, 32); err == nil {
		return true
	}
	if !address.IsLinkLocalUnicast() && !address.IsLinkLocalMulticast() && !address.IsInterfaceLocalMulticast() {
		return false
	}
	_, err := net.InterfaceByName(zone)
	return err == nil
}
