package pmcd

import (
	"net/netip"
	"strings"

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
