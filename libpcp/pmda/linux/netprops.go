package linux

import (
	"bytes"
	"os"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// netDir has a directory for each interface.
const netDir = "/sys/class/net/"

// link is the link of an interface, as its driver reports it.
type link struct {
	speed  uint32 // in Mbit/s; where it is not known it is -1, which comes out large
	duplex string // "half", "full", or another word
	err    error  // about the speed
	asked  bool   // the driver has answered
}

// property is the source of a property of each interface, from the kernel by its name
// where that is possible: /sys may be of another name space, or not there. Files below
// /sys tell of an interface that the kernel does not. An interface without the property,
// or without a link, has no value.
type property struct {
	file string // see described
	of   func(n *netdev, r *pmda.Request, device string) (libpcp.Atom, error)
}

func (p property) Value(r *pmda.Request) (libpcp.Atom, error) {
	return fromEach[netInterface](func(a *agent, r *pmda.Request, i *netInterface) (libpcp.Atom, error) {
		return p.of(&a.netdev, r, i.name)
	}).Value(r)
}

// Flags of interfaces, of net/if.h.
const (
	flagUp      = 1 << 0
	flagRunning = 1 << 6
)

// sysfsLine is the line of a file, as the container sees it if one is wanted.
func (m *machine) sysfsLine(r *pmda.Request, path string) (line []byte, err error) {
	m.container.in(mountSpace, func() { line, err = m.lineOnce(r, path) })
	return line, err
}

// inSysfs reports whether a file or directory exists, in the container if the
// request names one.
func (m *machine) inSysfs(path string) (there bool) {
	m.container.in(mountSpace, func() { there = m.exists(path) })
	return there
}

func (n *netdev) mtu(r *pmda.Request, device string) (libpcp.Atom, error) {
	mtu, err := askKernel(&of(r).machine, interfaceMTU, device)
	if err != nil {
		var line []byte
		line, err = n.filed(r, device, "mtu")
		mtu, _ = number(line)
	}
	return whole(r, mtu), absent(err)
}

func (n *netdev) speed(r *pmda.Request, device string) (libpcp.Atom, error) {
	l, err := n.link(r, device)
	return libpcp.FloatAtom(float32(float64(l.speed) * 1e6 / 8 / (1 << 20))), absent(err)
}

func (n *netdev) baudRate(r *pmda.Request, device string) (libpcp.Atom, error) {
	l, err := n.link(r, device)
	return whole(r, uint64(l.speed)*1e6/8), absent(err)
}

func (n *netdev) duplex(r *pmda.Request, device string) (libpcp.Atom, error) {
	l, _ := n.link(r, device)
	switch l.duplex {
	case "half":
		return whole(r, 1), nil
	case "full":
		return whole(r, 2), nil
	}
	return libpcp.Atom{}, pmda.NoValue
}

// askKernel asks a question about an interface, as a container sees it if one is wanted.
func askKernel[T any](m *machine, question func(*os.File, string) (T, error), device string) (answer T, err error) {
	inside := m.container.threads[netSpace] != nil
	m.container.in(netSpace, func() {
		socket := m.socket
		if inside || socket == nil {
			if socket, err = openSocket(); err != nil {
				return
			}
		}
		if answer, err = question(socket, device); inside {
			socket.Close()
		} else {
			m.socket = socket
		}
	})
	return answer, err
}

// link returns the link of an interface, which is asked for once for a request.
func (n *netdev) link(r *pmda.Request, device string) (link, error) {
	links, _ := n.links.Get(r, func() (map[string]link, error) { return make(map[string]link), nil })
	l, ok := links[device]
	if !ok {
		var err error
		l, err = askKernel(&of(r).machine, linkOf, device)
		if l.asked = err == nil; !l.asked {
			duplex, _ := n.filed(r, device, "duplex")
			speed, err := n.filed(r, device, "speed")
			megabits, _ := number(speed)
			l = link{speed: uint32(megabits), duplex: string(duplex), err: err}
		}
		links[device] = l
	}
	return l, l.err
}

// filed is the line of a file of an interface, if it is described.
func (n *netdev) filed(r *pmda.Request, device, file string) ([]byte, error) {
	if !n.described(r, device) {
		return nil, pmda.NoValue
	}
	return of(r).sysfsLine(r, netDir+device+"/"+file)
}

// flag supplies whether an interface has a flag.
func (n *netdev) flag(r *pmda.Request, device string, flag uint64) (libpcp.Atom, error) {
	flags, err := askKernel(&of(r).machine, interfaceFlags, device)
	if err != nil {
		line, _ := n.filed(r, device, "flags")
		flags = hexNumber(bytes.TrimPrefix(line, []byte("0x")))
	}
	return truth(flags&flag != 0), nil
}

func (n *netdev) up(r *pmda.Request, device string) (libpcp.Atom, error) {
	return n.flag(r, device, flagUp)
}

func (n *netdev) running(r *pmda.Request, device string) (libpcp.Atom, error) {
	return n.flag(r, device, flagRunning)
}

func (n *netdev) wireless(r *pmda.Request, device string) (libpcp.Atom, error) {
	return truth(n.described(r, device) && of(r).inSysfs(netDir+device+"/wireless")), nil
}

func (n *netdev) virtual(r *pmda.Request, device string) (libpcp.Atom, error) {
	return truth(n.described(r, device) && of(r).inSysfs("/sys/devices/virtual/net/"+device)), nil
}

// kind supplies the type of the hardware: 1 if its driver knows its link, or else a
// number of net/if_arp.h.
func (n *netdev) kind(r *pmda.Request, device string) (libpcp.Atom, error) {
	if l, _ := n.link(r, device); l.asked {
		return whole(r, 1), nil
	}
	line, _ := n.filed(r, device, "type")
	kind, _ := number(line)
	return whole(r, kind), nil
}

// described reports whether the genuine agent describes an interface by its
// directory: it takes one after the other, and at the first file it wants and
// cannot read has the kernel describe all that follow.
func (n *netdev) described(r *pmda.Request, device string) bool {
	names, _ := n.directories.Get(r, func() (map[string]bool, error) { return n.readable(r), nil })
	return names[device]
}

func (n *netdev) readable(r *pmda.Request) map[string]bool {
	a := of(r)
	names := make(map[string]bool)
	wanted := filesWanted(r)
	for i := range n.interfaces.things {
		name := n.interfaces.things[i].name
		for _, file := range wanted {
			if _, err := a.sysfsLine(r, netDir+name+"/"+file); err != nil && (file != "duplex" || !a.inSysfs(netDir+name)) {
				return names
			}
		}
		names[name] = true
	}
	return names
}

// filesWanted are the files that a request needs of each interface, for
// properties, which are in the cluster of r.Metric.
func filesWanted(r *pmda.Request) (files []string) {
	for _, id := range r.IDs {
		if id.Cluster() != uint32(r.Metric.Cluster) {
			continue
		}
		if m := r.Row(id); m != nil {
			if p, ok := m.Source.(property); ok && p.file != "" && !slices.Contains(files, p.file) {
				files = append(files, p.file)
			}
		}
	}
	return files
}
