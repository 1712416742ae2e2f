package proc

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// graphics supplies the sum of the lines "drm-memory-vram:	1234 KiB" in the
// files of /proc/PID/fdinfo.
func (p *process) graphics(r *row) (libpcp.Atom, error) {
	lines, err := p.graphicsLines()
	if err != nil {
		return libpcp.Atom{}, err
	}
	return number(r, lines.sum(r.key)), nil
}

// graphicsLines are the lines about graphics memory in all files of
// /proc/PID/fdinfo, of which a process may have very many: nothing else of them is
// kept. A device that is open more than once, as drm-client-id has it, counts once,
// and one without that number not at all.
func (p *process) graphicsLines() (keyed, error) {
	const dir = "fdinfo"
	if f := p.find(dir); f != nil {
		if f.text == nil {
			return nil, pmda.NoValue
		}
		return f.lines, nil
	}
	names, err := p.names(dir)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, pmda.NoValue
	case err != nil && len(names) == 0:
		return nil, p.once(dir, libpcp.ErrAppVersion)
	case len(names) == 0: // as for a process of the kernel
		return nil, p.once(dir, pmda.NoValue)
	}
	start := len(p.lines)
	clients := make(map[uint64]bool)
	for _, name := range names {
		p.addGraphics(dir+"/"+name, clients)
	}
	lines := p.lines[start:len(p.lines):len(p.lines)]
	p.files = append(p.files, file{name: dir, text: []byte{}, lines: lines})
	return lines, nil
}

// addGraphics adds the lines of a file of a client that has not been seen.
func (p *process) addGraphics(name string, seen map[uint64]bool) {
	p.makeRoom()
	room, start := p.room, len(p.lines)
	var text []byte
	p.reader.do(func() { text, _ = p.read(name) })
	p.lines = appendKeyed(p.lines, text)
	info := p.lines[start:]
	client := parseNumber(info.line("drm-client-id"))
	if client != 0 && !seen[client] {
		info = slices.DeleteFunc(info, func(l keyedLine) bool { return !ofGraphics(l.key) })
	} else {
		info = nil
	}
	seen[client] = true
	p.lines = p.lines[:start+len(info)]
	if len(info) == 0 {
		p.room = room
	}
}

// ofGraphics reports whether a key can be the key of a metric.
func ofGraphics(key []byte) bool {
	return bytes.HasPrefix(key, []byte("drm-")) || bytes.HasPrefix(key, []byte("amd-"))
}
