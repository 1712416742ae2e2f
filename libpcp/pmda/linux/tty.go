package linux

import (
	"bytes"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// tty is /proc/tty/driver/serial, with lines such as
// "0: uart:16550A port:000003F8 irq:26 tx:218 rx:0 RTS|CTS".
type tty struct {
	*machine
	ttyFile file
	serials set[serial]
}

type serial struct{ line []byte }

// readSerials reads them for root only, whatever the mode of the file.
func (t *tty) readSerials(r *pmda.Request) error {
	return t.serials.update(r, func() error {
		if os.Geteuid() != 0 {
			return nil
		}
		text := t.ttyFile.of(r, &t.host, "/proc/tty/driver/serial")
		t.parse(text)
		return nil
	})
}

func (t *tty) parse(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest, _ := bytes.Cut(line, []byte(":"))
		if _, ok := number(name); ok && !bytes.Contains(rest, []byte("uart:unknown")) {
			t.serials.add(string(name)).line = rest
		}
	}
}

// serialStat supplies what is known of a serial line.
func (t *tty) serialStat(r *pmda.Request) (libpcp.Atom, error) {
	s, err := t.serials.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, s.named(r.Metric.Key)), nil
}

// named is the number after "name:", 0 if it is not there.
func (s *serial) named(name string) uint64 {
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
	{Name: "tty.serial.tx", Key: "tx", Cluster: 74, Item: 0, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes sent on each serial line"},
	{Name: "tty.serial.rx", Key: "rx", Cluster: 74, Item: 1, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes received on each serial line"},
	{Name: "tty.serial.frame", Key: "fe", Cluster: 74, Item: 2, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of framing on each serial line"},
	{Name: "tty.serial.parity", Key: "pe", Cluster: 74, Item: 3, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of parity on each serial line"},
	{Name: "tty.serial.brk", Key: "brk", Cluster: 74, Item: 4, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "breaks on each serial line"},
	{Name: "tty.serial.overrun", Key: "oe", Cluster: 74, Item: 5, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes lost on each serial line since they were not taken in time"},
	{Name: "tty.serial.irq", Key: "irq", Cluster: 74, Item: 6, Type: u32, InDom: serialInDom, Sem: discrete, OneLine: "number of the interrupt of each serial line"},
}
