package linux

import (
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netDir has a directory for each interface.
const netDir = "/sys/class/net/"

// link is what a driver knows about the link of an interface.
type link struct {
	speed  uint32 // in Mbit/s; where it is not known it is -1, which comes out large
	duplex string // "half", "full", or another word
}

// property supplies what the files in the directory of an interface contain, or
// for one of a container what the kernel answers. One without a link, or that
// has no such thing, has no value.
func (c *netdev) property(r *pmda.Request, device, name string) (libpcp.Atom, error) {
	switch name {
	case "mtu":
		n, err := c.mtu(r, device)
		return whole(r, n), absent(err)
	case "speed":
		l, err := c.link(r, device)
		return libpcp.FloatAtom(float32(float64(l.speed) * 1e6 / 8 / (1 << 20))), absent(err)
	case "baudrate":
		l, err := c.link(r, device)
		return whole(r, uint64(l.speed)*1e6/8), absent(err)
	case "duplex":
		return c.duplex(r, device)
	case "up":
		return truth(c.flags(r, device)&flagUp != 0), nil
	case "running":
		return truth(c.running(r, device)), nil
	case "wireless":
		return truth(c.inSysfs(netDir + device + "/wireless")), nil
	case "type":
		return c.kind(r, device)
	}
	return truth(c.described(r, device) && c.inSysfs("/sys/devices/virtual/net/"+device)), nil
}

// Flags of interfaces, of net/if.h.
const (
	flagUp      = 1 << 0
	flagRunning = 1 << 6
)

// netLine is the line of a file, if need be of the machine's own, as the
// genuine agent would ask the interface.
func (n *netdev) netLine(r *pmda.Request, path string) ([]byte, error) {
	line, err := n.sysfsLine(r, path)
	if err != nil && n.root != "" {
		return n.shared(r, &n.actual, path)
	}
	return line, err
}

// sysfsLine is the line of a file, as the container sees it if one is wanted.
func (n *netdev) sysfsLine(r *pmda.Request, path string) (line []byte, err error) {
	n.container.in(mountSpace, func() { line, err = n.shared(r, &n.host, path) })
	return line, err
}

// inSysfs reports whether there is a file or directory, for the container if one
// is wanted.
func (n *netdev) inSysfs(path string) (there bool) {
	n.container.in(mountSpace, func() { there = n.exists(path) })
	return there
}

func truth(b bool) libpcp.Atom {
	if b {
		return libpcp.Uint32Atom(1)
	}
	return libpcp.Uint32Atom(0)
}

// absent makes NoValue of any failure.
func absent(err error) error {
	if err != nil {
		return pmda.NoValue
	}
	return nil
}

func (c *netdev) mtu(r *pmda.Request, device string) (n uint64, err error) {
	if c.container.wanted {
		c.container.in(netSpace, func() { n, err = interfaceMTU(device) })
		return n, err
	}
	line, err := c.netLine(r, netDir+device+"/mtu")
	n, _ = number(line)
	return n, err
}

// link is the link of an interface; the error is that of its speed.
func (c *netdev) link(r *pmda.Request, device string) (l link, err error) {
	if c.container.wanted {
		c.container.in(netSpace, func() { l, err = linkOf(device) })
		return l, err
	}
	duplex, _ := c.netLine(r, netDir+device+"/duplex")
	speed, err := c.netLine(r, netDir+device+"/speed")
	n, _ := number(speed)
	return link{uint32(n), string(duplex)}, err
}

func (c *netdev) duplex(r *pmda.Request, device string) (libpcp.Atom, error) {
	l, _ := c.link(r, device)
	switch l.duplex {
	case "half":
		return whole(r, 1), nil
	case "full":
		return whole(r, 2), nil
	}
	return libpcp.Atom{}, pmda.NoValue
}

func (c *netdev) flags(r *pmda.Request, device string) (flags uint64) {
	if c.container.wanted {
		c.container.in(netSpace, func() { flags, _ = interfaceFlags(device) })
		return flags
	}
	line, _ := c.netLine(r, netDir+device+"/flags")
	flags, _ = strconv.ParseUint(string(line), 0, 32)
	return flags
}

func (c *netdev) running(r *pmda.Request, device string) bool {
	flags := c.flags(r, device)
	if c.container.wanted {
		return flags&flagRunning != 0
	}
	line, _ := c.netLine(r, netDir+device+"/operstate")
	return flags&flagUp != 0 && (string(line) == "up" || string(line) == "unknown")
}

// kind supplies the type of the hardware, a number of net/if_arp.h, or if the
// interface is not described whether its driver knows its link.
func (c *netdev) kind(r *pmda.Request, device string) (libpcp.Atom, error) {
	if c.described(r, device) {
		line, _ := c.sysfsLine(r, netDir+device+"/type")
		n, _ := number(line)
		return whole(r, n), nil
	}
	_, err := c.link(r, device)
	return truth(err == nil), nil
}

// described reports whether the genuine agent describes an interface by its
// directory: it takes one after the other, and at the first file it wants and
// cannot read has the kernel describe all that follow.
func (c *netdev) described(r *pmda.Request, device string) bool {
	names, _ := c.directories.Get(r, func() (map[string]bool, error) { return c.readable(r), nil })
	return names[device]
}

func (c *netdev) readable(r *pmda.Request) map[string]bool {
	names := make(map[string]bool)
	wanted := filesWanted(r)
	for i := range c.interfaces.things {
		name := c.interfaces.things[i].name
		for _, file := range wanted {
			if _, err := c.sysfsLine(r, netDir+name+"/"+file); err != nil && (file != "duplex" || !c.inSysfs(netDir+name)) {
				return names
			}
		}
		names[name] = true
	}
	return names
}

// filesWanted are the files that a request needs of each interface.
func filesWanted(r *pmda.Request) (files []string) {
	for _, id := range r.IDs {
		if file := fileOfItem(id.Item()); id.Cluster() == clusterNetDev && file != "" {
			files = append(files, file)
		}
	}
	return files
}

// fileOfItem is the file that a metric of interfaces comes from, or "".
func fileOfItem(item uint32) string {
	switch item {
	case 21:
		return "mtu"
	case 22, 23:
		return "speed"
	case 24:
		return "duplex"
	case 25, 26:
		return "flags"
	case 29:
		return "type"
	}
	return ""
}
