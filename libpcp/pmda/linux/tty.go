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
	return whole(r, s.named(r.Metric.Name[len("tty.serial."):])), nil
}

// named is the number after "name:", 0 if it is not there.
func (s *serial) named(name string) uint64 {
	for rest := s.line; len(rest) > 0; {
		var w []byte
		w, rest = word(rest)
		if key, value, ok := bytes.Cut(w, []byte(":")); ok && serialKey(key, name) {
			n, _ := number(value)
			return n
		}
	}
	return 0
}

// serialKey reports whether a key is that of a metric.
func serialKey(key []byte, name string) bool {
	switch string(key) {
	case "fe":
		return name == "frame"
	case "pe":
		return name == "parity"
	case "oe":
		return name == "overrun"
	}
	return string(key) == name
}

var ttyMetrics = [...]pmda.Metric{
	{Name: "tty.serial.tx", Cluster: 74, Item: 0, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes sent on each serial line"},
	{Name: "tty.serial.rx", Cluster: 74, Item: 1, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes received on each serial line"},
	{Name: "tty.serial.frame", Cluster: 74, Item: 2, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of framing on each serial line"},
	{Name: "tty.serial.parity", Cluster: 74, Item: 3, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "errors of parity on each serial line"},
	{Name: "tty.serial.brk", Cluster: 74, Item: 4, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "breaks on each serial line"},
	{Name: "tty.serial.overrun", Cluster: 74, Item: 5, Type: u32, InDom: serialInDom, Sem: counter, OneLine: "bytes lost on each serial line since they were not taken in time"},
	{Name: "tty.serial.irq", Cluster: 74, Item: 6, Type: u32, InDom: serialInDom, Sem: discrete, OneLine: "number of the interrupt of each serial line"},
}
