package proc

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// delays supplies how long a process has waited, from the statistics that the
// kernel has of it. The first metric of a request reports that there are none,
// the others have no value, as in PCP. Those of struct taskstats begin with
//
//	 0  version, exit status, flag, nice value
//	16  number of waits for a processor, and their time in ns
//	32  for a block device
//	48  for pages that were swapped out
func (p *process) delays(r *row) (libpcp.Atom, error) {
	const name, first, size = "delays", 24, 16
	known := p.find(name)
	if known == nil {
		p.files = append(p.files, file{name: name, text: p.askDelays()})
		known = p.find(name)
		if known.text == nil {
			return libpcp.Atom{}, libpcp.ErrValue
		}
	}
	at := first + size*int(r.item)
	if len(known.text) < at+8 {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.Uint64Atom(binary.NativeEndian.Uint64(known.text[at:])), nil
}

// askDelays asks the kernel, unless files of another machine take the place of
// /proc.
func (p *process) askDelays() (stats []byte) {
	if p.host.root != "" {
		return nil
	}
	p.reader.do(func() {
		if p.statistics == nil {
			s := openStatistics()
			p.statistics = &s
		}
		stats = p.statistics.of(p.pid)
	})
	return stats
}
