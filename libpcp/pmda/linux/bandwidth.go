package linux

import (
	"bytes"
	"path/filepath"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// bandwidths are measurements that an administrator has written down:
//
//	Version:1.0
//	node0:1024
//
// They are read before the first request that needs nodes.
type bandwidths struct {
	asked  bool
	ofNode map[int32]float64
}

const bandwidthVersion = "1.0"

// bandwidth supplies the bandwidth of a node's memory, in Mbyte/sec.
func (a *agent) bandwidth(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := a.bandwidths.read(r).ofNode[r.Inst]
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.DoubleAtom(n), nil
}

func (b *bandwidths) read(r *pmda.Request) *bandwidths {
	if b.asked {
		return b
	}
	b.asked = true
	path := filepath.Join(conf.Get("PCP_PMDAS_DIR"), "linux", "bandwidth.conf")
	text, err := pseudo.Read(nil, path, pseudo.MaxFile)
	if err != nil {
		return b
	}
	nodes := make(map[string]int32)
	for _, node := range of(r).nodes.read(r).list {
		nodes[node.Name] = node.ID
	}
	var complaint string
	if b.ofNode, complaint = parseBandwidths(text, path, nodes); complaint != "" {
		of(r).say(r, complaint)
	}
	return b
}

// parseBandwidths reads lines up to the first wrong line, and describes the error.
func parseBandwidths(text []byte, path string, nodes map[string]int32) (ofNode map[int32]float64, complaint string) {
	first, text := cutLine(text)
	version, ok := strings.CutPrefix(string(first), "Version:")
	if !ok {
		return nil, "Version missing at the start of " + path
	}
	if version = strings.TrimSpace(version); version != bandwidthVersion {
		return nil, "Unsupported " + path + " version '" + version + "', current version: " + bandwidthVersion
	}
	ofNode = make(map[int32]float64)
	for line := range linesOf(text) {
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			continue
		}
		node, known := nodes[string(name)]
		if !known {
			return ofNode, "Unknown node '" + string(name) + "' in " + path
		}
		ofNode[node] = real(bytes.TrimSpace(value))
	}
	return ofNode, ""
}
