package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// cpuinfo is /proc/cpuinfo: a block of lines "key : value" for each processor.
type cpuinfo struct {
	cpuinfoFile file
	blocks      pmda.PerRequest[map[int32][]byte]
}

// cpuBlocks finds the blocks, by processor.
func cpuBlocks(text []byte) map[int32][]byte {
	blocks := make(map[int32][]byte)
	for len(text) > 0 && len(blocks) < maxCPUs {
		var block []byte
		block, text, _ = bytes.Cut(text, []byte("\n\n"))
		if id, ok := number(cpuField(block, "processor")); ok && id < maxCPUs {
			blocks[int32(id)] = block
		}
	}
	return blocks
}

// cpuField is the value of a key in a block, nil if there is none.
func cpuField(block []byte, key string) []byte {
	for len(block) > 0 {
		var line []byte
		line, block = cutLine(block)
		name, value, ok := bytes.Cut(line, []byte(":"))
		if ok && string(bytes.TrimSpace(name)) == key {
			return bytes.TrimSpace(value)
		}
	}
	return nil
}

// cpuInfo supplies what is known of a processor.
func (a *agent) cpuInfo(r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Name {
	case "hinv.machine":
		return a.machine(r)
	case "hinv.map.cpu_num":
		return whole(r, uint64(r.Inst)), nil
	case "hinv.map.cpu_node":
		a.findNodes()
		return whole(r, uint64(a.nodeOf[r.Inst])), nil
	}
	blocks, err := a.blocks.Get(r, func() (map[int32][]byte, error) {
		text, err := a.cpuinfoFile.of(r, &a.host, "/proc/cpuinfo")
		return cpuBlocks(text), err
	})
	if err != nil {
		return libpcp.Atom{}, err
	}
	return cpuValue(r, cpuField(blocks[r.Inst], cpuKey(r.Metric.Name)))
}

func cpuValue(r *pmda.Request, value []byte) (libpcp.Atom, error) {
	switch {
	case r.Metric.Type == libpcp.TypeString && value == nil:
		return libpcp.StringAtom("unknown"), nil
	case value == nil:
		return libpcp.Atom{}, pmda.NoValue
	case r.Metric.Type == libpcp.TypeString:
		return text(value), nil
	case r.Metric.Type == libpcp.TypeFloat:
		return libpcp.FloatAtom(float32(real(value))), nil
	}
	n, _ := number(value)
	return whole(r, n), nil
}

// cpuKey is what a metric is called in /proc/cpuinfo.
func cpuKey(metric string) string {
	switch name := metric[len("hinv.cpu."):]; name {
	case "clock":
		return "cpu MHz"
	case "vendor":
		return "vendor_id"
	case "cache":
		return "cache size"
	case "model_name":
		return "model name"
	default:
		return name
	}
}
