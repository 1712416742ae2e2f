package linux

import (
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netDir has a directory for each interface.
const netDir = "/sys/class/net/"

// property supplies what files in the directory of an interface say. One without
// a link, or that has no such thing, has no value.
func (c *netdev) property(r *pmda.Request, device, name string) (libpcp.Atom, error) {
	folder := netDir + device + "/"
	switch name {
	case "mtu":
		line, err := c.netLine(r, folder+"mtu")
		n, _ := number(line)
		return whole(r, n), absent(err)
	case "speed":
		megabits, err := c.speed(r, folder)
		return libpcp.FloatAtom(float32(float64(megabits) * 1e6 / 8 / (1 << 20))), err
	case "baudrate":
		megabits, err := c.speed(r, folder)
		return whole(r, uint64(megabits)*1e6/8), err
	case "duplex":
		return c.duplex(r, folder)
	case "up":
		return truth(c.up(r, folder)), nil
	case "running":
		return truth(c.up(r, folder) && c.operating(r, folder)), nil
	case "wireless":
		return truth(c.exists(folder + "wireless")), nil
	case "type": // whether ethtool(8) has something to say
		_, err := c.speed(r, folder)
		return truth(err == nil), nil
	}
	return truth(false), nil
}

// netLine is the line of a file, if need be of the machine's own, as the
// genuine agent would ask the interface.
func (n *netdev) netLine(r *pmda.Request, path string) ([]byte, error) {
	line, err := n.shared(r, &n.host, path)
	if err != nil && n.root != "" {
		return n.shared(r, &n.actual, path)
	}
	return line, err
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

// speed is in Mbit/s; where it is not known it is -1, which comes out large.
func (c *netdev) speed(r *pmda.Request, folder string) (uint32, error) {
	line, err := c.netLine(r, folder+"speed")
	n, _ := number(line)
	return uint32(n), absent(err)
}

func (n *netdev) duplex(r *pmda.Request, folder string) (libpcp.Atom, error) {
	line, _ := n.netLine(r, folder+"duplex")
	switch string(line) {
	case "half":
		return whole(r, 1), nil
	case "full":
		return whole(r, 2), nil
	}
	return libpcp.Atom{}, pmda.NoValue
}

func (n *netdev) up(r *pmda.Request, folder string) bool {
	line, _ := n.netLine(r, folder+"flags")
	flags, _ := strconv.ParseUint(string(line), 0, 32)
	return flags&1 != 0
}

func (n *netdev) operating(r *pmda.Request, folder string) bool {
	line, _ := n.netLine(r, folder+"operstate")
	return string(line) == "up" || string(line) == "unknown"
}
