package world

import (
	"encoding/binary"
	"math"
)

// The file acme, for the mmv agent: version 3 of the format, cluster 321, one
// metric of each type, one instance domain, labels, help. MMV(5).
//
// Its layout, all integers little-endian:
//
//	  0  header         40 bytes
//	 40  6 TOC entries  16 bytes each
//	136  1 indom        32
//	168  3 instances    24 each
//	240  8 metrics      48 each
//	624  10 values      32 each
//	944  n strings      256 each
//	...  3 labels       256 each
const (
	mmvIndoms    = 136
	mmvInstances = mmvIndoms + 32
	mmvMetrics   = mmvInstances + 3*24
	mmvValues    = mmvMetrics + 8*48
	mmvStrings   = mmvValues + 10*32
)

type mmvWriter struct {
	strings []string
}

// text stores a string and returns its offset; the empty one is no string.
func (w *mmvWriter) text(s string) uint64 {
	if s == "" {
		return 0
	}
	w.strings = append(w.strings, s)
	return uint64(mmvStrings + 256*(len(w.strings)-1))
}

func mmvFile() []byte {
	const (
		i32, u32, i64, u64, float, double, str, elapsed = 0, 1, 2, 3, 4, 5, 6, 9

		counter, instant, discrete = 1, 3, 4

		serial = 1 // of the one instance domain
	)
	le := binary.LittleEndian
	var w mmvWriter

	indoms := le.AppendUint32(nil, serial)
	indoms = le.AppendUint32(indoms, 3)
	indoms = le.AppendUint64(indoms, mmvInstances)
	indoms = le.AppendUint64(indoms, w.text("production lines"))
	indoms = le.AppendUint64(indoms, w.text("The lines of the factory."))

	var instances []byte
	for i, name := range []string{"anvils", "rockets", "giant rubber bands"} {
		instances = le.AppendUint64(instances, mmvIndoms)
		instances = le.AppendUint32(instances, 0)
		instances = le.AppendUint32(instances, uint32(10*i))
		instances = le.AppendUint64(instances, w.text(name))
	}

	var metrics, values []byte
	for i, m := range []struct {
		name        string
		kind, sem   uint32
		units       uint32
		indom       uint32
		short, long string
		values      []uint64
	}{
		{"products.count", u64, counter, 1 << 20, serial, "products made", "Every product counts.", []uint64{100, 20, 3}},
		{"temperature", double, instant, 0, 0, "in the hall", "", []uint64{math.Float64bits(21.5)}},
		{"pressure", float, instant, 0, 0, "", "Long text alone.", []uint64{uint64(math.Float32bits(0.1))}},
		{"balance", i32, instant, 0, 0, "", "", []uint64{uint64(0xfffffff9)}},
		{"debt", i64, discrete, 0, 0, "", "", []uint64{1 << 63}},
		{"staff", u32, discrete, 0, 0, "", "", []uint64{4000000000}},
		{"motto", str, discrete, 0, 0, "", "", []uint64{6}},
		{"uptime", elapsed, counter, 0, 0, "", "", []uint64{123456}},
	} {
		offset := uint64(mmvMetrics + len(metrics))
		metrics = le.AppendUint64(metrics, w.text(m.name))
		metrics = le.AppendUint32(metrics, uint32(i+1))
		metrics = le.AppendUint32(metrics, m.kind)
		metrics = le.AppendUint32(metrics, m.sem)
		metrics = le.AppendUint32(metrics, m.units)
		metrics = le.AppendUint32(metrics, m.indom)
		metrics = le.AppendUint32(metrics, 0)
		metrics = le.AppendUint64(metrics, w.text(m.short))
		metrics = le.AppendUint64(metrics, w.text(m.long))
		for j, v := range m.values {
			var extra, instance uint64
			if m.kind == str {
				extra = w.text("Better \"than\" nothing")
			}
			if m.indom != 0 {
				instance = uint64(mmvInstances + 24*j)
			}
			values = le.AppendUint64(values, v)
			values = le.AppendUint64(values, extra)
			values = le.AppendUint64(values, offset)
			values = le.AppendUint64(values, instance)
		}
	}

	var labels []byte
	for _, l := range []struct {
		flags, identity uint32
		json            string
	}{
		{8, 321, `{"company":"acme"}`},
		{16, 2, `{"sensor":"north"}`},
		{4, serial, `{"part":["a","b"]}`},
	} {
		labels = le.AppendUint32(labels, l.flags)
		labels = le.AppendUint32(labels, l.identity)
		labels = le.AppendUint32(labels, math.MaxUint32)
		labels = append(labels, l.json...)
		labels = append(labels, make([]byte, 244-len(l.json))...)
	}

	const generation = 1_700_000_000 << 32
	file := append([]byte("MMV\x00"), 3, 0, 0, 0)
	file = le.AppendUint64(file, generation)
	file = le.AppendUint64(file, generation)
	file = le.AppendUint32(file, 6) // TOC entries
	file = le.AppendUint32(file, 0) // flags: names below mmv.acme
	file = le.AppendUint32(file, 0) // pid
	file = le.AppendUint32(file, 321)
	for i, section := range []struct{ count, offset int }{
		{1, mmvIndoms},
		{3, mmvInstances},
		{8, mmvMetrics},
		{10, mmvValues},
		{len(w.strings), mmvStrings},
		{3, mmvStrings + 256*len(w.strings)},
	} {
		file = le.AppendUint32(file, uint32(i+1))
		file = le.AppendUint32(file, uint32(section.count))
		file = le.AppendUint64(file, uint64(section.offset))
	}
	file = append(file, indoms...)
	file = append(file, instances...)
	file = append(file, metrics...)
	file = append(file, values...)
	for _, s := range w.strings {
		file = append(file, s...)
		file = append(file, make([]byte, 256-len(s))...)
	}
	return append(file, labels...)
}
