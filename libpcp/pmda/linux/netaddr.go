package linux

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"net/netip"
	"slices"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netaddr are the addresses of interfaces.
type netaddr struct {
	*machine
	devFile   file // of a container
	inet6File file
	addresses set[address]
}

// address is what an interface is reached by.
type address struct{ name, inet6, scope string }

// readAddresses finds all interfaces there are: those with a directory, those of
// the machine, and those with an address of IP version 6.
func (n *netaddr) readAddresses(r *pmda.Request) error {
	return n.addresses.update(r, func() error {
		n.addresses.keep(r, addressInDom)
		var names []string
		n.container.in(mountSpace, func() { names = n.entries(netDir) })
		for _, name := range names {
			n.addresses.add(name).name = name
		}
		n.addActual(r)
		n.parseInet6(n.netText(r, &n.inet6File, "/proc/net/if_inet6"))
		n.addresses.save(r, addressInDom)
		return nil
	})
}

// addActual adds the interfaces that have an address and may be without a
// directory: those of a container, and of the machine where $LINUX_STATSPATH
// leads elsewhere.
func (n *netaddr) addActual(r *pmda.Request) {
	var names []string
	switch {
	case n.container.wanted:
		names = interfaceNames(n.netText(r, &n.devFile, "/proc/net/dev"))
	case n.root != "":
		names = n.actualNames()
	}
	for _, name := range names {
		if n.inetAddress(name) != "" {
			n.named(name)
		}
	}
}

// inetAddress is the first IPv4 address of an interface, or "".
func (n *netaddr) inetAddress(name string) (address string) {
	n.container.in(netSpace, func() { address = inetAddress(name) })
	return address
}

// interfaceNames are the names in /proc/net/dev.
func interfaceNames(text []byte) (names []string) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		if name, _, ok := bytes.Cut(line, []byte(":")); ok {
			names = append(names, string(bytes.TrimSpace(name)))
		}
	}
	return names
}

// actualNames are the interfaces of the machine, in order of number.
func (n *netaddr) actualNames() []string {
	names := n.actual.entries(netDir)
	at := make(map[string]uint64, len(names))
	for _, name := range names {
		at[name], _ = n.actual.number(netDir + name + "/ifindex")
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(at[x], at[y]) })
	return names
}

// parseInet6 takes lines such as
// "fd000000000000000000000000000002 04 40 00 82 eth0": address, index,
// length of the prefix, scope, flags and name.
func (n *netaddr) parseInet6(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
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

// addressOf supplies an interface's address.
func (n *netaddr) addressOf(r *pmda.Request) (libpcp.Atom, error) {
	d, err := n.addresses.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	var s string
	switch r.Metric.Key {
	case "inet_addr":
		s = n.inetAddress(d.name)
	case "ipv6_addr":
		s = d.inet6
	case "ipv6_scope":
		s = d.scope
	default:
		n.container.in(mountSpace, func() {
			line, _ := n.line(netDir + d.name + "/address")
			s = string(line)
		})
	}
	if s == "" {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.StringAtom(s), nil
}

var netaddrMetrics = []pmda.Metric{
	{Name: "network.interface.inet_addr", Key: "inet_addr", Cluster: 33, Item: 0, Type: str, InDom: addressInDom, Sem: discrete, OneLine: "IPv4 address of each interface"},
	{Name: "network.interface.ipv6_addr", Key: "ipv6_addr", Cluster: 33, Item: 1, Type: str, InDom: addressInDom, Sem: discrete, OneLine: "IPv6 address and the length of its prefix of each interface"},
	{Name: "network.interface.ipv6_scope", Key: "ipv6_scope", Cluster: 33, Item: 2, Type: str, InDom: addressInDom, Sem: discrete, OneLine: "how far the IPv6 address is valid: Global, Link, Host, Site or Compat of each interface"},
	{Name: "network.interface.hw_addr", Key: "hw_addr", Cluster: 33, Item: 3, Type: str, InDom: addressInDom, Sem: discrete, OneLine: "hardware address of each interface"},
}
