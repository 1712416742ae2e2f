package linux

import (
	"bytes"
	"regexp"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netdev is /proc/net/dev: two lines of headings, and one for each interface.
type netdev struct {
	*machine
	netFile     file
	interfaces  set[netInterface]
	directories pmda.PerRequest[map[string]bool] // see described
	inner       *regexp.Regexp                   // see innerInterfaces
}

// netInterface is a line: "eth0:" and sixteen numbers.
type netInterface struct {
	name    string
	numbers [16]uint64
}

func (n *netdev) readInterfaces(r *pmda.Request) error {
	return n.interfaces.update(r, func() error {
		text := n.netText(r, &n.netFile, "/proc/net/dev")
		n.interfaces.keep(r, interfaceInDom)
		n.parseInterfaces(text)
		n.interfaces.save(r, interfaceInDom)
		return nil
	})
}

func (n *netdev) parseInterfaces(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest, ok := bytes.Cut(line, []byte(":"))
		name = bytes.TrimSpace(name)
		if !ok || len(name) == 0 {
			continue
		}
		i := n.interfaces.add(string(name))
		i.name = string(name)
		fixed(i.numbers[:], rest)
	}
}

// device supplies what is known of an interface.
func (c *netdev) device(r *pmda.Request) (libpcp.Atom, error) {
	if err := c.readInterfaces(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Key == "ninterface" {
		return whole(r, uint64(len(c.interfaces.things))), nil
	}
	i, err := c.interfaces.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	if n, ok := i.named(r.Metric.Key); ok {
		return whole(r, n), nil
	}
	return c.property(r, i.name, r.Metric.Key)
}

// netColumns are the names of the columns in metrics.
var netColumns = [...]string{
	"in.bytes", "in.packets", "in.errors", "in.drops", "in.fifo", "in.frame", "in.compressed", "in.mcasts",
	"out.bytes", "out.packets", "out.errors", "out.drops", "out.fifo", "collisions", "out.carrier", "out.compressed",
}

// named is the number with the name that it has in metrics.
func (i *netInterface) named(name string) (uint64, bool) {
	if what, ok := strings.CutPrefix(name, "total."); ok {
		in, _ := i.named("in." + what)
		out, _ := i.named("out." + what)
		return in + out, true
	}
	for col := range netColumns {
		if netColumns[col] == name {
			return i.numbers[col], true
		}
	}
	return 0, false
}

// netAll supplies sums over the interfaces that lead out of the machine.
func (c *netdev) netAll(r *pmda.Request) (libpcp.Atom, error) {
	if err := c.readInterfaces(r); err != nil {
		return libpcp.Atom{}, err
	}
	inner := c.innerInterfaces()
	var sum uint64
	for i := range c.interfaces.things {
		if in := &c.interfaces.things[i]; !inner.MatchString(in.name) {
			n, _ := in.named(r.Metric.Key)
			sum += n
		}
	}
	return whole(r, sum), nil
}

var netdevMetrics = []pmda.Metric{
	{Name: "network.all.in.bytes", Key: "in.bytes", Cluster: 90, Item: 0, Type: u64, Sem: counter, Units: libpcp.Byte, OneLine: "bytes received, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.packets", Key: "in.packets", Cluster: 90, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets received, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.errors", Key: "in.errors", Cluster: 90, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "errors in receiving, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.drops", Key: "in.drops", Cluster: 90, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped when received, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.bytes", Key: "out.bytes", Cluster: 90, Item: 4, Type: u64, Sem: counter, Units: libpcp.Byte, OneLine: "bytes sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.packets", Key: "out.packets", Cluster: 90, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.errors", Key: "out.errors", Cluster: 90, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "errors in sending, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.drops", Key: "out.drops", Cluster: 90, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped when they were to be sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.bytes", Key: "total.bytes", Cluster: 90, Item: 8, Type: u64, Sem: counter, Units: libpcp.Byte, OneLine: "bytes sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.packets", Key: "total.packets", Cluster: 90, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.errors", Key: "total.errors", Cluster: 90, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "errors in sending and receiving, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.drops", Key: "total.drops", Cluster: 90, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped, sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.interface.collisions", Key: "collisions", Cluster: 3, Item: 13, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "collisions, on each interface"},
	{Name: "network.interface.in.bytes", Key: "in.bytes", Cluster: 3, Item: 0, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, OneLine: "bytes received, on each interface"},
	{Name: "network.interface.in.packets", Key: "in.packets", Cluster: 3, Item: 1, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets received, on each interface"},
	{Name: "network.interface.in.errors", Key: "in.errors", Cluster: 3, Item: 2, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "errors in receiving, on each interface"},
	{Name: "network.interface.in.drops", Key: "in.drops", Cluster: 3, Item: 3, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped when received, on each interface"},
	{Name: "network.interface.in.fifo", Key: "in.fifo", Cluster: 3, Item: 4, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "overruns of the queue in receiving, on each interface"},
	{Name: "network.interface.in.frame", Key: "in.frame", Cluster: 3, Item: 5, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "errors of framing in receiving, on each interface"},
	{Name: "network.interface.in.compressed", Key: "in.compressed", Cluster: 3, Item: 6, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "compressed packets received, on each interface"},
	{Name: "network.interface.in.mcasts", Key: "in.mcasts", Cluster: 3, Item: 7, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "multicast packets received, on each interface"},
	{Name: "network.interface.out.bytes", Key: "out.bytes", Cluster: 3, Item: 8, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, OneLine: "bytes sent, on each interface"},
	{Name: "network.interface.out.packets", Key: "out.packets", Cluster: 3, Item: 9, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets sent, on each interface"},
	{Name: "network.interface.out.errors", Key: "out.errors", Cluster: 3, Item: 10, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "errors in sending, on each interface"},
	{Name: "network.interface.out.drops", Key: "out.drops", Cluster: 3, Item: 11, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped when they were to be sent, on each interface"},
	{Name: "network.interface.out.fifo", Key: "out.fifo", Cluster: 3, Item: 12, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "overruns of the queue in sending, on each interface"},
	{Name: "network.interface.out.carrier", Key: "out.carrier", Cluster: 3, Item: 14, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "losses of the carrier in sending, on each interface"},
	{Name: "network.interface.out.compressed", Key: "out.compressed", Cluster: 3, Item: 15, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "compressed packets sent, on each interface"},
	{Name: "network.interface.total.bytes", Key: "total.bytes", Cluster: 3, Item: 16, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, OneLine: "bytes sent and received, on each interface"},
	{Name: "network.interface.total.packets", Key: "total.packets", Cluster: 3, Item: 17, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets sent and received, on each interface"},
	{Name: "network.interface.total.errors", Key: "total.errors", Cluster: 3, Item: 18, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "errors in sending and receiving, on each interface"},
	{Name: "network.interface.total.drops", Key: "total.drops", Cluster: 3, Item: 19, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "packets dropped, sent and received, on each interface"},
	{Name: "network.interface.total.mcasts", Key: "total.mcasts", Cluster: 3, Item: 20, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, OneLine: "multicast packets received, on each interface"},
	{Name: "network.interface.mtu", Key: "mtu", Cluster: 3, Item: 21, Type: u32, InDom: interfaceInDom, Sem: instant, Units: libpcp.Byte, OneLine: "largest packet that can be sent of each interface"},
	{Name: "network.interface.speed", Key: "speed", Cluster: 3, Item: 22, Type: float, InDom: interfaceInDom, Sem: discrete, Units: libpcp.MByte | libpcp.PerSec, OneLine: "rate of the link of each interface"},
	{Name: "network.interface.baudrate", Key: "baudrate", Cluster: 3, Item: 23, Type: u64, InDom: interfaceInDom, Sem: discrete, Units: libpcp.Byte | libpcp.PerSec, OneLine: "rate of the link in bytes of each interface"},
	{Name: "network.interface.duplex", Key: "duplex", Cluster: 3, Item: 24, Type: u32, InDom: interfaceInDom, Sem: discrete, OneLine: "1 for half duplex and 2 for full of each interface"},
	{Name: "network.interface.up", Key: "up", Cluster: 3, Item: 25, Type: u32, InDom: interfaceInDom, Sem: instant, OneLine: "1 if it is switched on, or else 0, for each interface"},
	{Name: "network.interface.running", Key: "running", Cluster: 3, Item: 26, Type: u32, InDom: interfaceInDom, Sem: instant, OneLine: "1 if it is ready to send, or else 0, for each interface"},
	{Name: "network.interface.wireless", Key: "wireless", Cluster: 3, Item: 28, Type: u32, InDom: interfaceInDom, Sem: discrete, OneLine: "1 if it is a wireless one, or else 0, for each interface"},
	{Name: "network.interface.type", Key: "type", Cluster: 3, Item: 29, Type: u32, InDom: interfaceInDom, Sem: discrete, OneLine: "type of the hardware of each interface", Help: "A number of net/if_arp.h, such as 1 for Ethernet and 772 for loopback. If network.interface.speed\nor baudrate is fetched with it and not known of an interface, it is, of that and those that follow, 1 if the\ndriver knows the link, or else 0."},
	{Name: "network.interface.virtual", Key: "virtual", Cluster: 3, Item: 30, Type: u32, InDom: interfaceInDom, Sem: discrete, OneLine: "1 if it has no hardware, or else 0, for each interface", Help: "If network.interface.speed or baudrate is fetched with it and not known of an interface, it is 0 of that and\nthose that follow."},
}
