package tests

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/tests/internal/conform"
)

// TestHandmade compares the tools on archives of what the archives of PCP's
// test suite do not have.
func TestHandmade(t *testing.T) {
	need.PCP(t)
	handmade(t, nil)
}

// handmade compares the tools of a tree.
func handmade(t *testing.T, in *tree.Tree) {
	dir := t.TempDir()
	file := &conform.File{Name: "handmade"}
	damaged := &conform.File{Name: "damaged", Damaged: true}
	add := func(file *conform.File, name, lines string, h *archivetest.History) {
		if err := h.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		addCases(file, lines, name, h)
	}
	add(file, "labels2", handmadeLines, labelHistory(2))
	add(file, "labels3", handmadeLines, labelHistory(3))
	add(file, "names", handmadeLines, nameHistory())
	add(file, "texts", handmadeLines, textHistory())
	for _, year := range []int{9999, 128724} {
		add(file, fmt.Sprint("year", year), yearLines, yearHistory(year))
	}
	for version, typ := range map[int]libpcp.Type{2: libpcp.TypeEvent, 3: libpcp.TypeHighResEvent} {
		safe, ruinous := eventHistories(version, typ)
		for i, h := range safe {
			add(file, fmt.Sprintf("event%d-%d", version, i), eventLines, h)
		}
		for i, h := range ruinous {
			add(damaged, fmt.Sprintf("bad-event%d-%d", version, i), eventLines, h)
		}
	}
	for i, h := range overlap() {
		add(file, fmt.Sprint("overlap", i), handmadeLines, h)
	}
	compare(t, conform.Options{Dir: dir, Tree: in}, file, damaged)
}

// overlap are two archives of the same records, one of which begins with the full
// state of a domain whose change the other has at that time.
func overlap() []*archivetest.History {
	whole := thingHistory(3, numbered(6, 1, "thing"), numbered(6, 2, "again"))
	domain := &whole.Domains[0]
	for i := range 6 {
		list := []libpcp.Instance{{ID: 0, Name: "zero"}, {ID: 1, Name: "one and more"}, {ID: 7, Name: "seven"}}
		for id := range 5 {
			list = append(list, libpcp.Instance{ID: int32(10 + i + id), Name: fmt.Sprint("name", i+id)})
		}
		domain.Versions = append(domain.Versions, archivetest.Membership{
			From: handmadeStart.Add(time.Duration(4+2*i) * time.Second), Instances: list,
		})
		r := *whole.Records[0]
		r.Time = handmadeStart.Add(time.Duration(4+2*i) * time.Second)
		whole.Records = append(whole.Records, &r)
	}
	part := *whole
	part.Start = handmadeStart.Add(8 * time.Second)
	part.Records = whole.Records[6:]
	part.Domains = []archivetest.Domain{{InDom: things, Versions: domain.Versions[4:]}}
	return []*archivetest.History{whole, &part}
}

const handmadeLines = `
	pminfo -fx -a ARCHIVE
	pminfo -f -a ARCHIVE
	pminfo -dmtT -a ARCHIVE
	pminfo -l -a ARCHIVE
	pminfo -ls -a ARCHIVE
	pminfo -fl -O 3 -a ARCHIVE
	pminfo -s -a ARCHIVE METRIC
	pminfo -tT -a ARCHIVE METRIC
	pminfo -M -I -a ARCHIVE
	pminfo -dfx -O 1 -a ARCHIVE FIRST
	pminfo -a ARCHIVE a.b
	pminfo -v -a ARCHIVE
	pmprobe -v -a ARCHIVE
	pmprobe -i -a ARCHIVE METRIC
	pmprobe -I -O 2 -a ARCHIVE
	pmprobe -v -O -0 -a ARCHIVE FIRST`

var (
	handmadeStart = time.Unix(1_600_000_000, 0)
	things        = libpcp.NewInDom(80, 3)
)

// numbered is a metric of the things, item by number.
func numbered(cluster, item uint32, names ...string) archivetest.Metric {
	return archivetest.Metric{Names: names, Desc: libpcp.Desc{
		PMID: libpcp.NewPMID(80, cluster, item), Type: libpcp.TypeU32, InDom: things, Sem: libpcp.SemInstant,
	}}
}

const yearLines = `
	pmval -a ARCHIVE FIRST
	pmval -U ARCHIVE -X FIRST`

// yearHistory crosses the end of a year.
func yearHistory(year int) *archivetest.History {
	start := time.Date(year, 12, 31, 23, 59, 59, 0, time.UTC)
	m := libpcp.Desc{PMID: libpcp.NewPMID(80, 4, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	h := &archivetest.History{Version: 3, Start: start, Metrics: []archivetest.Metric{{Desc: m, Names: []string{"year"}}}}
	for i := range 3 {
		set := libpcp.ValueSet{PMID: m.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(i)}}}
		h.Records = append(h.Records, &libpcp.Result{Time: start.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}})
	}
	return h
}

// thingHistory has four records of values for all metrics.
func thingHistory(version int, metrics ...archivetest.Metric) *archivetest.History {
	h := &archivetest.History{Version: version, Start: handmadeStart, Metrics: metrics}
	list := []libpcp.Instance{{ID: 0, Name: "zero"}, {ID: 1, Name: "one and more"}, {ID: 7, Name: "seven"}}
	h.Domains = []archivetest.Domain{{InDom: things, Versions: []archivetest.Membership{
		{From: handmadeStart, Instances: list}, {From: handmadeStart.Add(3 * time.Second), Instances: list[:2]},
	}}}
	for i := range 4 {
		r := &libpcp.Result{Time: handmadeStart.Add(time.Duration(i) * time.Second)}
		for _, m := range metrics {
			s := libpcp.ValueSet{PMID: m.PMID}
			for _, inst := range list {
				s.Values = append(s.Values, libpcp.Value{Inst: inst.ID, Word: uint32(10*i) + uint32(inst.ID)})
			}
			r.Sets = append(r.Sets, s)
		}
		h.Records = append(h.Records, r)
	}
	return h
}

// nameHistory has metrics of several names, shared names, and names that begin
// others.
func nameHistory() *archivetest.History {
	return thingHistory(2,
		numbered(0, 1, "a.b.c", "z.y", "a.d"), numbered(0, 2, "a.b.d"),
		numbered(0, 3, "a.b", "other"), numbered(0, 4, "z.y", "z.x.w"), numbered(0, 5, "a"))
}

func textHistory() *archivetest.History {
	h := thingHistory(2, numbered(0, 1, "both"), numbered(0, 2, "short"), numbered(0, 3, "long"), numbered(0, 4, "none"))
	add := func(kind libpcp.TextKind, id uint32, text string) {
		h.Texts = append(h.Texts, archivetest.Text{TextID: libpcp.TextID{Kind: kind, Ident: id}, Text: text})
	}
	add(libpcp.TextOneLine|libpcp.TextPMID, uint32(h.Metrics[0].PMID), "of both")
	add(libpcp.TextHelp|libpcp.TextPMID, uint32(h.Metrics[0].PMID), "of both,\n\n  at length.\n")
	add(libpcp.TextOneLine|libpcp.TextPMID, uint32(h.Metrics[1].PMID), "replaced")
	add(libpcp.TextOneLine|libpcp.TextPMID, uint32(h.Metrics[1].PMID), "of the short")
	add(libpcp.TextHelp|libpcp.TextPMID, uint32(h.Metrics[2].PMID), "of the long")
	add(libpcp.TextOneLine|libpcp.TextInDom, uint32(things), "things")
	add(libpcp.TextHelp|libpcp.TextInDom, uint32(things), "")
	return h
}

// labelHistory has labels of all classes: some override others, some change
// with time, and those of clusters bear an item as well.
func labelHistory(version int) *archivetest.History {
	h := thingHistory(version, numbered(1, 1, "c1.i1"), numbered(1, 2, "c1.i2"), numbered(2, 1, "c2.i1"))
	add := func(s int, class libpcp.LabelClass, id uint32, inst int32, pairs ...string) {
		set := libpcp.LabelSet{Inst: inst}
		for _, pair := range pairs {
			name, value, _ := strings.Cut(pair, "=")
			l := libpcp.Label{Name: strings.TrimPrefix(name, "?"), Value: value}
			if l.Name != name {
				l.Flags = libpcp.LabelOptional
			}
			set.Labels = append(set.Labels, l)
		}
		h.Labels = append(h.Labels, archivetest.Labels{
			From: handmadeStart.Add(time.Duration(s) * time.Second),
			ID:   libpcp.LabelID{Class: class, Ident: id}, Sets: []libpcp.LabelSet{set},
		})
	}
	const no = libpcp.NullInst
	id := uint32(h.Metrics[0].PMID)
	add(0, libpcp.LabelContext, 0, no, `hostname="made.example"`, `?note="optional"`, `where="context"`)
	add(0, libpcp.LabelDomain, 80, no, `agent="hand"`, `where="domain"`)
	add(0, libpcp.LabelInDom, uint32(things), no, `kind="thing"`, `where="indom"`)
	add(0, libpcp.LabelCluster, id&^0x3ff, no, `cluster=1`, `where="cluster"`)
	add(0, libpcp.LabelCluster, uint32(h.Metrics[2].PMID), no, `cluster=2`)
	add(0, libpcp.LabelItem, id, no, `item={"a":1}`, `where="item"`)
	add(0, libpcp.LabelInstances, uint32(things), 1, `name="one"`, `where="instance"`)
	add(2, libpcp.LabelInstances, uint32(things), 7, `name="seven"`)
	add(2, libpcp.LabelItem, id, no, `item=[1,2]`, `later=true`)
	add(2, libpcp.LabelContext, 0, no)
	return h
}

const eventLines = `
	pminfo -fx -a ARCHIVE
	pminfo -f -a ARCHIVE FIRST
	pminfo -dfx -a ARCHIVE FIRST
	pmprobe -v -a ARCHIVE FIRST
	pmval -s 1 -a ARCHIVE FIRST
	pmval -x -U ARCHIVE FIRST`

// eventHistories have an event array each, well made or not. libpcp (C)
// reads beyond the end of the ruinous ones, and writes there.
func eventHistories(version int, typ libpcp.Type) (safe, ruinous []*archivetest.History) {
	metrics := []archivetest.Metric{
		{Names: []string{"events"}, Desc: libpcp.Desc{PMID: libpcp.NewPMID(80, 4, 0), Type: typ, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}},
		{Names: []string{"param.one", "param.uno"}, Desc: libpcp.Desc{PMID: libpcp.NewPMID(80, 4, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}},
	}
	e := events{typ: typ}
	one, nameless := uint32(metrics[1].PMID), uint32(libpcp.NewPMID(80, 4, 99))
	value := e.param(one, libpcp.TypeU32, []byte{0, 0, 0, 42})
	history := func(array []byte) *archivetest.History {
		h := &archivetest.History{Version: version, Start: handmadeStart, Metrics: metrics}
		set := libpcp.ValueSet{PMID: metrics[0].PMID, Format: libpcp.PointerDynamic, Values: []libpcp.Value{
			libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: typ, Data: array}),
		}}
		h.Records = []*libpcp.Result{{Time: handmadeStart, Sets: []libpcp.ValueSet{set}}}
		return h
	}
	for _, array := range [][]byte{
		e.array(1, e.record(0x3, 1), value),
		e.array(2, e.record(0, 1), value, e.record(0, 0)),
		e.array(1, e.record(0x80000000, 17)),
		e.array(1, e.record(1, 1), e.param(nameless, libpcp.TypeString, []byte("who\x00"))),
		e.array(1, e.record(0, 1), e.param(nameless, libpcp.TypeDouble, make([]byte, 8))),
		e.array(0),
		e.array(1, e.record(1, -2)),
		e.array(1, e.record(1, 1), e.param(one, 99, []byte{1, 2, 3, 4})),
		e.array(-1),
		e.array(1, e.record(1, 1), value[:8]),
		e.array(1, e.record(1, 1), e.param(one, libpcp.TypeString, []byte("abc"))),
		e.array(1, e.record(1, 1), shorter(value, 1000)),
		e.array(1, e.record(1, 1), value, value),
		e.array(1, e.record(1, 1), value, []byte{1, 2}),
		e.array(1, e.record(0x80000001, 3), value),
		e.array(2, e.record(0, 9), e.param(one, libpcp.Type32, []byte{255, 255, 255, 254}),
			e.param(one, libpcp.TypeU32, []byte{255, 255, 255, 254}),
			e.param(one, libpcp.Type64, []byte{255, 255, 255, 255, 255, 255, 255, 240}),
			e.param(one, libpcp.TypeU64, []byte{255, 255, 255, 255, 255, 255, 255, 240}),
			e.param(one, libpcp.TypeFloat, []byte{0x3f, 0x9d, 0xf3, 0xb6}),
			e.param(one, libpcp.TypeDouble, []byte{0x3f, 0xf3, 0xc0, 0xca, 0x42, 0x8c, 0x59, 0xfb}),
			e.param(one, libpcp.TypeAggregate, []byte{1, 2, 3, 4, 5, 6, 7, 8}),
			e.param(one, libpcp.TypeAggregateStatic, []byte{1, 2, 3, 4}),
			e.param(nameless, libpcp.TypeString, []byte("abcdefgh")), e.record(1, 1), value[:4]),
		e.array(2, e.record(1, 1), e.param(one, 99, []byte{1, 2, 3, 4}), e.record(0, -1), value[:4]),
	} {
		safe = append(safe, history(array))
	}
	for _, array := range [][]byte{
		e.array(5, e.record(1, 1), value),
		nil,
		{0, 0},
		e.array(1),
		e.array(1, e.record(1, 1)[:10]),
		e.array(1, e.record(1, 1)),
		e.array(1, e.record(1, 1), value[:4]),
		e.array(2, e.record(1, 1), value, e.record(2, 1)),
		e.array(2, e.record(1, 1), value, cut(e.record(2, 0))),
		e.array(1, e.record(1, 1000)),
		e.array(2, e.record(1, 1000), value),
		e.array(3, e.record(0, 0), e.record(0x80000000, 9), e.record(0, 8), value,
			e.param(nameless, libpcp.TypeString, []byte("who\x00")), e.param(nameless, libpcp.Type64, make([]byte, 8)),
			e.param(one, libpcp.TypeDouble, make([]byte, 8)), e.param(one, libpcp.TypeFloat, make([]byte, 4)),
			e.param(one, libpcp.TypeAggregate, []byte{1, 2, 3, 0}), e.param(one, libpcp.TypeEvent, []byte{1, 2, 3, 4})),
	} {
		ruinous = append(ruinous, history(array))
	}
	return safe, ruinous
}

// cut takes the last word off.
func cut(b []byte) []byte { return b[:len(b)-4] }

// shorter is a parameter that says it has another length.
func shorter(param []byte, length uint32) []byte {
	param = bytes.Clone(param)
	binary.BigEndian.PutUint32(param[4:], binary.BigEndian.Uint32(param[4:])&0xff000000|length)
	return param
}

// events puts event arrays together.
type events struct{ typ libpcp.Type }

func (e events) array(count int32, parts ...[]byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(count))
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

func (e events) record(flags uint32, params int32) []byte {
	var b []byte
	if e.typ == libpcp.TypeHighResEvent {
		b = binary.BigEndian.AppendUint64(b, uint64(handmadeStart.Unix()))
		b = binary.BigEndian.AppendUint64(b, 123456789)
	} else {
		b = binary.BigEndian.AppendUint32(b, uint32(handmadeStart.Unix()))
		b = binary.BigEndian.AppendUint32(b, 123456)
	}
	b = binary.BigEndian.AppendUint32(b, flags)
	return binary.BigEndian.AppendUint32(b, uint32(params))
}

func (e events) param(id uint32, typ libpcp.Type, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, id)
	b = binary.BigEndian.AppendUint32(b, uint32(typ)<<24|uint32(len(data)+4))
	return append(b, data...)
}
