package linux

import (
	"encoding/hex"
	"net/netip"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netaddr are the addresses of interfaces.
type netaddr struct {
	inet6     file
	addresses set[address]
}

// address has the addresses of an interface.
type address struct{ name, inet6, scope string }

var addressInDom = &pmda.InDom{Serial: 17, Members: domain[address]{addresses{}}, OneLine: "the network interfaces that can have addresses", Labels: `{"device_type":"interface","indom_name":"per interface"}`}

type addresses struct{}

// set finds interfaces with a directory, names of addresses of IP version 4, which may
// be other names than those of interfaces ("eth0:1"), and interfaces with an address of
// IP version 6.
func (addresses) set(r *pmda.Request) *set[address] {
	a := of(r)
	n := &a.netaddr
	n.addresses.update(r, addressInDom, func() {
		var names []string
		a.container.in(mountSpace, func() { names = a.entries(netDir) })
		for _, name := range names {
			n.addresses.add(name).name = name
		}
		a.container.in(netSpace, func() { names = inetNames() })
		for _, name := range names {
			n.named(name)
		}
		n.parseInet6(a.netText(r, &n.inet6, "/proc/net/if_inet6"))
	})
	return &n.addresses
}

func (addresses) spaces() spaces { return interfaces{}.spaces() }

// parseInet6 takes lines such as
// "fd000000000000000000000000000002 04 40 00 82 eth0": address, index,
// length of the prefix, scope, flags and name.
func (n *netaddr) parseInet6(text []byte) {
	for line := range linesOf(text) {
		digits, rest := word(line)
		length, _ := word(skip(rest, 1))
		scope, _ := word(skip(rest, 2))
		name, _ := word(skip(rest, 4))
		var ip [16]byte
		if count, err := hex.Decode(ip[:], digits[:min(len(digits), 32)]); count != len(ip) || err != nil || len(name) == 0 {
			continue
		}
		a := n.named(string(name))
		a.inet6 = netip.AddrFrom16(ip).String() + "/" + strconv.FormatUint(hexNumber(length), 10)
		a.scope = scopeName(hexNumber(scope))
	}
}

// named returns the interface of a name, which is new if need be.
func (n *netaddr) named(name string) *address {
	if id, there := n.addresses.cache.ID(name); there {
		if a, err := n.addresses.find(id); err == nil {
			return a
		}
	}
	a := n.addresses.add(name)
	a.name = name
	return a
}

func scopeName(scope uint64) string {
	switch scope & 0xf0 {
	case 0x00:
		return "Global"
	case 0x10:
		return "Host"
	case 0x20:
		return "Link"
	case 0x40:
		return "Site"
	case 0x80:
		return "Compat"
	}
	return "Unknown"
}

// addressText is the source of an address of each interface.
type addressText func(*machine, *address) string

// Value returns the address, if any.
func (f addressText) Value(r *pmda.Request) (libpcp.Atom, error) {
	a, err := memberOf[address](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	s := f(&of(r).machine, a)
	if s == "" {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.StringAtom(s), nil
}

func (m *machine) inetOf(a *address) (s string) {
	s, _ = askKernel(m, inetAddress, a.name)
	return s
}

func (m *machine) inet6Of(a *address) string { return a.inet6 }
func (m *machine) scopeOf(a *address) string { return a.scope }
func (m *machine) hardwareOf(a *address) (s string) {
	m.container.in(mountSpace, func() {
		line, _ := m.line(netDir + a.name + "/address")
		s = string(line)
	})
	return s
}

var netaddrMetrics = []pmda.Metric{
	{Name: "network.interface.inet_addr", Cluster: 33, Item: 0, Type: str, InDom: addressInDom, Sem: discrete, Source: addressText((*machine).inetOf), OneLine: "IPv4 address of each interface"},
	{Name: "network.interface.ipv6_addr", Cluster: 33, Item: 1, Type: str, InDom: addressInDom, Sem: discrete, Source: addressText((*machine).inet6Of), OneLine: "IPv6 address and the length of its prefix of each interface"},
	{Name: "network.interface.ipv6_scope", Cluster: 33, Item: 2, Type: str, InDom: addressInDom, Sem: discrete, Source: addressText((*machine).scopeOf), OneLine: "how far the IPv6 address is valid: Global, Link, Host, Site or Compat of each interface"},
	{Name: "network.interface.hw_addr", Cluster: 33, Item: 3, Type: str, InDom: addressInDom, Sem: discrete, Source: addressText((*machine).hardwareOf), OneLine: "hardware address of each interface"},
}
