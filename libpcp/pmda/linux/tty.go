package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// tty is /proc/tty/driver/serial, with lines such as
// "0: uart:16550A port:000003F8 irq:26 tx:218 rx:0 RTS|CTS".
type tty struct {
	file    file
	serials set[serial]
}

type serial struct{ line []byte }

var serialInDom = &pmda.InDom{Serial: 35, Members: domain[serial]{serialLines{}}, OneLine: "the serial lines"}

type serialLines struct{}

func (serialLines) set(r *pmda.Request) *set[serial] {
	t := &of(r).tty
	t.serials.update(r, nil, func() {
		if privileged(r) { // even if the mode of the file allows others
			t.parse(t.file.of(r, &of(r).host, "/proc/tty/driver/serial"))
		}
	})
	return &t.serials
}

func (t *tty) parse(text []byte) {
	for line := range linesOf(text) {
		name, rest, _ := bytes.Cut(line, []byte(":"))
		if _, ok := number(name); ok && !bytes.Contains(rest, []byte("uart:unknown")) {
			t.serials.add(string(name)).line = rest
		}
	}
}

// serialField is the source of the number "key:number" of each line.
type serialField string

func (key serialField) Value(r *pmda.Request) (libpcp.Atom, error) {
	return each[serial](func(s *serial) uint64 { return s.number(string(key)) }).Value(r)
}

// number is the number after "name:", 0 if it is not there.
func (s *serial) number(name string) uint64 {
	for rest := s.line; len(rest) > 0; {
		var w []byte
		w, rest = word(rest)
		if key, value, ok := bytes.Cut(w, []byte(":")); ok && string(key) == name {
			n, _ := number(value)
			return n
		}
	}
	return 0
}

var ttyMetrics = []pmda.Metric{
	{Name: "tty.serial.tx", Cluster: 74, Item: 0, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("tx"), OneLine: "bytes sent on each serial line"},
	{Name: "tty.serial.rx", Cluster: 74, Item: 1, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("rx"), OneLine: "bytes received on each serial line"},
	{Name: "tty.serial.frame", Cluster: 74, Item: 2, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("fe"), OneLine: "errors of framing on each serial line"},
	{Name: "tty.serial.parity", Cluster: 74, Item: 3, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("pe"), OneLine: "errors of parity on each serial line"},
	{Name: "tty.serial.brk", Cluster: 74, Item: 4, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("brk"), OneLine: "breaks on each serial line"},
	{Name: "tty.serial.overrun", Cluster: 74, Item: 5, Type: u32, InDom: serialInDom, Sem: counter, Source: serialField("oe"), OneLine: "bytes lost on each serial line since they were not taken in time"},
	{Name: "tty.serial.irq", Cluster: 74, Item: 6, Type: u32, InDom: serialInDom, Sem: discrete, Source: serialField("irq"), OneLine: "number of the interrupt of each serial line"},
}
