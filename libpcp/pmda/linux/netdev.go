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
	netFile    file
	interfaces set[netInterface]
	inner      *regexp.Regexp // see innerInterfaces
}

// netInterface is a line: "eth0:" and sixteen numbers.
type netInterface struct {
	name    string
	numbers [16]uint64
}

func (n *netdev) readInterfaces(r *pmda.Request) error {
	return n.interfaces.update(r, func() error {
		text := n.netFile.of(r, &n.host, "/proc/net/dev")
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
	if r.Metric.Name == "hinv.ninterface" {
		return whole(r, uint64(len(c.interfaces.things))), nil
	}
	i, err := c.interfaces.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	name := r.Metric.Name[len("network.interface."):]
	if n, ok := i.named(name); ok {
		return whole(r, n), nil
	}
	return c.property(r, i.name, name)
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
			n, _ := in.named(r.Metric.Name[len("network.all."):])
			sum += n
		}
	}
	return whole(r, sum), nil
}
