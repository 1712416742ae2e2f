package linux

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
)

// bandwidths are what somebody has measured, and written down:
//
//	Version:1.0
//	node0:1024
//
// They are read before the first request that needs nodes.
type bandwidths struct {
	*machine
	*nodes
	asked  bool
	ofNode map[int32]float64
}

const bandwidthVersion = "1.0"

// bandwidth supplies what a node's memory can do, in Mbyte/sec.
func (b *bandwidths) bandwidth(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := b.ofNode[r.Inst]
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.DoubleAtom(n), nil
}

func (b *bandwidths) readBandwidths(r *pmda.Request) {
	if b.asked {
		return
	}
	b.asked = true
	path := filepath.Join(conf.Get("PCP_PMDAS_DIR"), "linux", "bandwidth.conf")
	text, err := os.ReadFile(path)
	if err != nil || len(text) > maxFile {
		return
	}
	b.findNodes()
	nodes := make(map[string]int32)
	for _, node := range b.nodes.list {
		nodes[node.Name] = node.ID
	}
	var complaint string
	if b.ofNode, complaint = parseBandwidths(text, path, nodes); complaint != "" {
		b.say(r, complaint)
	}
}

// parseBandwidths reads lines up to the first that is wrong, and says what is
// wrong with it.
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
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
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
