package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// unusable supplies the sum of the numbers of a line
//
//	Node 0, zone   Normal 0.000 0.000 0.001 0.003
func (s *sysfs) unusable(r *pmda.Request) (libpcp.Atom, error) {
	text, err := s.whole(r, &s.host, "/sys/kernel/debug/extfrag/unusable_index")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	sum, ok := sumUnusable(text, strings.TrimPrefix(s.nodeName(r.Inst), "node"))
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.FloatAtom(sum), nil
}

func sumUnusable(text []byte, node string) (sum float32, ok bool) {
	heading := []byte("Node " + node + ", zone")
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		rest, found := bytes.CutPrefix(line, heading)
		zone, rest := word(rest)
		if !found || string(zone) != "Normal" {
			continue
		}
		for w, rest := word(rest); len(w) > 0; w, rest = word(rest) {
			sum += float32(real(w))
		}
		ok = true
	}
	return sum, ok
}
