package pdu

import (
	"bytes"
	"strconv"
	"testing"

	"pcptools/libpcp"
)

// benchmarkDecode measures taking m's PDU off a connection and apart.
func benchmarkDecode(b *testing.B, m, into Message) {
	input := m.Append(nil)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	r := bytes.NewReader(input)
	buf := make([]byte, 0, len(input))
	for b.Loop() {
		r.Reset(input)
		_, pdu, err := Read(r, buf, MaxLen)
		if err == nil {
			err = into.Decode(pdu)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeDesc(b *testing.B) {
	benchmarkDecode(b, &Desc{}, &Desc{})
}

// BenchmarkDecodeNames is a traversal of a whole name space.
func BenchmarkDecodeNames(b *testing.B) {
	var m PMNSNames
	for i := range 2500 {
		m.Names = append(m.Names, "network.interface.in.bytes"+strconv.Itoa(i))
	}
	benchmarkDecode(b, &m, &PMNSNames{})
}

// BenchmarkDecodeInstances is a machine with many processes.
func BenchmarkDecodeInstances(b *testing.B) {
	var m Instance
	for i := range 1000 {
		m.Instances = append(m.Instances, libpcp.Instance{ID: int32(i), Name: strconv.Itoa(i) + " /usr/sbin/daemon --foreground"})
	}
	benchmarkDecode(b, &m, &Instance{})
}

// BenchmarkDecodeResult is a batch of pminfo's: 128 singular metrics.
func BenchmarkDecodeResult(b *testing.B) {
	var m HighResResult
	for i := range 128 {
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeU64, Data: make([]byte, 8)})
		m.Sets = append(m.Sets, libpcp.ValueSet{PMID: libpcp.PMID(i), Format: libpcp.PointerDynamic, Values: []libpcp.Value{v}})
	}
	benchmarkDecode(b, &m, &HighResResult{})
}

func BenchmarkDecodeLabel(b *testing.B) {
	for _, p := range captured(b) {
		var m Label
		if parseHeader(p).Type == TypeLabel && m.Decode(p) == nil && len(m.Sets) == 9 {
			benchmarkDecode(b, &m, &Label{})
			return
		}
	}
	b.Fatal("no label sets captured")
}
