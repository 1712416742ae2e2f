package linux

import (
	"bytes"
	"math/bits"
	"path/filepath"
	"regexp"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// netdev is /proc/net/dev: two lines of headings, and one for each interface.
type netdev struct {
	file        file
	interfaces  set[netInterface]
	directories pmda.PerRequest[map[string]bool] // see described
	links       pmda.PerRequest[map[string]link]
	inner       *regexp.Regexp // see innerInterfaces
}

// netInterface is a line: "eth0:" and sixteen numbers.
type netInterface struct {
	name    string
	numbers [16]uint64
}

var interfaceInDom = &pmda.InDom{Serial: 3, Members: domain[netInterface]{interfaces{}}, OneLine: "the network interfaces", Labels: `{"device_type":"interface","indom_name":"per interface"}`}

type interfaces struct{}

func (interfaces) set(r *pmda.Request) *set[netInterface] {
	n := &of(r).netdev
	n.interfaces.update(r, interfaceInDom, func() { n.parse(of(r).netText(r, &n.file, "/proc/net/dev")) })
	return &n.interfaces
}

func (interfaces) spaces() spaces { return spaces{netSpace: true, mountSpace: true} }

func (i interfaces) label(r *pmda.Request) string {
	return of(r).netdev.interfaces.label(r.Inst, "interface")
}

func (n *netdev) parse(text []byte) {
	for line := range linesOf(text) {
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

// traffic is the source of columns, or of their sum: of each interface, or of all
// interfaces that lead out of the machine.
type traffic uint32

// The columns, a bit for each.
const (
	inBytes traffic = 1 << iota
	inPackets
	inErrors
	inDrops
	inFIFO
	inFrame
	inCompressed
	inMulticasts
	outBytes
	outPackets
	outErrors
	outDrops
	outFIFO
	collisions
	outCarrier
	outCompressed
)

// Value is the sum of the columns.
func (t traffic) Value(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.InDom == nil {
		return whole(r, t.all(r)), nil
	}
	return each[netInterface](t.of).Value(r)
}

func (traffic) spaces() spaces { return spaces{netSpace: true} }

func (t traffic) of(i *netInterface) (sum uint64) {
	for ; t != 0; t &= t - 1 {
		sum += i.numbers[bits.TrailingZeros32(uint32(t))]
	}
	return sum
}

func (t traffic) all(r *pmda.Request) (sum uint64) {
	list := interfaces{}.set(r).things
	inner := of(r).netdev.innerInterfaces()
	for i := range list {
		if !inner.MatchString(list[i].name) {
			sum += t.of(&list[i])
		}
	}
	return sum
}

// innerPattern are the interfaces whose traffic stays in the machine, or goes
// through another as well.
const innerPattern = `^(lo|bond[0-9]+|team[0-9]+|face)$`

// innerInterfaces matches the interfaces that network.all leaves out, from a file
// that administrators may change.
func (n *netdev) innerInterfaces() *regexp.Regexp {
	if n.inner != nil {
		return n.inner
	}
	text, err := pseudo.Read(nil, filepath.Join(conf.Get("PCP_SYSCONF_DIR"), "linux", "interfaces.conf"), pseudo.MaxFile)
	if err == nil {
		n.inner, err = regexp.CompilePOSIX(joinPattern(string(text)))
	}
	if err != nil || n.inner.String() == "" {
		n.inner = regexp.MustCompile(innerPattern)
	}
	return n.inner
}

// joinPattern leaves comments and blanks out of a pattern.
func joinPattern(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(strings.Join(strings.Fields(line), ""))
		}
	}
	return b.String()
}

var netdevMetrics = []pmda.Metric{
	{Name: "network.all.in.bytes", Cluster: 90, Item: 0, Type: u64, Sem: counter, Units: libpcp.Byte, Source: inBytes, OneLine: "bytes received, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.packets", Cluster: 90, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, Source: inPackets, OneLine: "packets received, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.errors", Cluster: 90, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, Source: inErrors, OneLine: "errors in receiving, all interfaces that lead out of the machine together"},
	{Name: "network.all.in.drops", Cluster: 90, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, Source: inDrops, OneLine: "packets dropped when received, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.bytes", Cluster: 90, Item: 4, Type: u64, Sem: counter, Units: libpcp.Byte, Source: outBytes, OneLine: "bytes sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.packets", Cluster: 90, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, Source: outPackets, OneLine: "packets sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.errors", Cluster: 90, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, Source: outErrors, OneLine: "errors in sending, all interfaces that lead out of the machine together"},
	{Name: "network.all.out.drops", Cluster: 90, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, Source: outDrops, OneLine: "packets dropped when they were to be sent, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.bytes", Cluster: 90, Item: 8, Type: u64, Sem: counter, Units: libpcp.Byte, Source: inBytes | outBytes, OneLine: "bytes sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.packets", Cluster: 90, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, Source: inPackets | outPackets, OneLine: "packets sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.errors", Cluster: 90, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, Source: inErrors | outErrors, OneLine: "errors in sending and receiving, all interfaces that lead out of the machine together"},
	{Name: "network.all.total.drops", Cluster: 90, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, Source: inDrops | outDrops, OneLine: "packets dropped, sent and received, all interfaces that lead out of the machine together"},
	{Name: "network.interface.collisions", Cluster: 3, Item: 13, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: collisions, OneLine: "collisions, on each interface"},
	{Name: "network.interface.in.bytes", Cluster: 3, Item: 0, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, Source: inBytes, OneLine: "bytes received, on each interface"},
	{Name: "network.interface.in.packets", Cluster: 3, Item: 1, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inPackets, OneLine: "packets received, on each interface"},
	{Name: "network.interface.in.errors", Cluster: 3, Item: 2, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inErrors, OneLine: "errors in receiving, on each interface"},
	{Name: "network.interface.in.drops", Cluster: 3, Item: 3, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inDrops, OneLine: "packets dropped when received, on each interface"},
	{Name: "network.interface.in.fifo", Cluster: 3, Item: 4, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inFIFO, OneLine: "overruns of the queue in receiving, on each interface"},
	{Name: "network.interface.in.frame", Cluster: 3, Item: 5, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inFrame, OneLine: "errors of framing in receiving, on each interface"},
	{Name: "network.interface.in.compressed", Cluster: 3, Item: 6, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inCompressed, OneLine: "compressed packets received, on each interface"},
	{Name: "network.interface.in.mcasts", Cluster: 3, Item: 7, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inMulticasts, OneLine: "multicast packets received, on each interface"},
	{Name: "network.interface.out.bytes", Cluster: 3, Item: 8, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, Source: outBytes, OneLine: "bytes sent, on each interface"},
	{Name: "network.interface.out.packets", Cluster: 3, Item: 9, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outPackets, OneLine: "packets sent, on each interface"},
	{Name: "network.interface.out.errors", Cluster: 3, Item: 10, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outErrors, OneLine: "errors in sending, on each interface"},
	{Name: "network.interface.out.drops", Cluster: 3, Item: 11, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outDrops, OneLine: "packets dropped when they were to be sent, on each interface"},
	{Name: "network.interface.out.fifo", Cluster: 3, Item: 12, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outFIFO, OneLine: "overruns of the queue in sending, on each interface"},
	{Name: "network.interface.out.carrier", Cluster: 3, Item: 14, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outCarrier, OneLine: "losses of the carrier in sending, on each interface"},
	{Name: "network.interface.out.compressed", Cluster: 3, Item: 15, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: outCompressed, OneLine: "compressed packets sent, on each interface"},
	{Name: "network.interface.total.bytes", Cluster: 3, Item: 16, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Byte, Source: inBytes | outBytes, OneLine: "bytes sent and received, on each interface"},
	{Name: "network.interface.total.packets", Cluster: 3, Item: 17, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inPackets | outPackets, OneLine: "packets sent and received, on each interface"},
	{Name: "network.interface.total.errors", Cluster: 3, Item: 18, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inErrors | outErrors, OneLine: "errors in sending and receiving, on each interface"},
	{Name: "network.interface.total.drops", Cluster: 3, Item: 19, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inDrops | outDrops, OneLine: "packets dropped, sent and received, on each interface"},
	{Name: "network.interface.total.mcasts", Cluster: 3, Item: 20, Type: u64, InDom: interfaceInDom, Sem: counter, Units: libpcp.Count, Source: inMulticasts, OneLine: "multicast packets received, on each interface"},
	{Name: "network.interface.mtu", Cluster: 3, Item: 21, Type: u32, InDom: interfaceInDom, Sem: instant, Units: libpcp.Byte, Source: property{"mtu", (*netdev).mtu}, OneLine: "largest packet that can be sent of each interface"},
	{Name: "network.interface.speed", Cluster: 3, Item: 22, Type: float, InDom: interfaceInDom, Sem: discrete, Units: libpcp.MByte | libpcp.PerSec, Source: property{"speed", (*netdev).speed}, OneLine: "rate of the link of each interface"},
	{Name: "network.interface.baudrate", Cluster: 3, Item: 23, Type: u64, InDom: interfaceInDom, Sem: discrete, Units: libpcp.Byte | libpcp.PerSec, Source: property{"speed", (*netdev).baudRate}, OneLine: "rate of the link in bytes of each interface"},
	{Name: "network.interface.duplex", Cluster: 3, Item: 24, Type: u32, InDom: interfaceInDom, Sem: discrete, Source: property{"duplex", (*netdev).duplex}, OneLine: "1 for half duplex and 2 for full of each interface"},
	{Name: "network.interface.up", Cluster: 3, Item: 25, Type: u32, InDom: interfaceInDom, Sem: instant, Source: property{"flags", (*netdev).up}, OneLine: "1 if it is switched on, or else 0, for each interface"},
	{Name: "network.interface.running", Cluster: 3, Item: 26, Type: u32, InDom: interfaceInDom, Sem: instant, Source: property{"flags", (*netdev).running}, OneLine: "1 if it is ready to send, or else 0, for each interface"},
	{Name: "network.interface.wireless", Cluster: 3, Item: 28, Type: u32, InDom: interfaceInDom, Sem: discrete, Source: property{"", (*netdev).wireless}, OneLine: "1 if it is a wireless one, or else 0, for each interface"},
	{Name: "network.interface.type", Cluster: 3, Item: 29, Type: u32, InDom: interfaceInDom, Sem: discrete, Source: property{"type", (*netdev).kind}, OneLine: "type of the hardware of each interface", Help: "A number of net/if_arp.h, such as 1 for Ethernet and 772 for loopback. If network.interface.speed\nor baudrate is fetched with it and not known of an interface, it is, of that and those that follow, 1 if the\ndriver knows the link, or else 0."},
	{Name: "network.interface.virtual", Cluster: 3, Item: 30, Type: u32, InDom: interfaceInDom, Sem: discrete, Source: property{"", (*netdev).virtual}, OneLine: "1 if it has no hardware, or else 0, for each interface", Help: "If network.interface.speed or baudrate is fetched with it and not known of an interface, it is 0 of that and\nthose that follow."},
}
