package library

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

// described is the description of a file: a line of the input of testdata/mmv.c.
type described struct {
	cluster uint32
	item    uint32
	kind    mmv.Type
	sem     libpcp.Semantics
	name    int // its length
	domain  int
	serial  int
	count   int // of instances
	help    int // its length
}

func (d described) line() string {
	return fmt.Sprintln(d.cluster, d.item, int(d.kind), int(d.sem), d.name, d.domain, d.serial, d.count, d.help)
}

// file is the description in Go.
func (d described) file() *mmv.File {
	m := mmv.Metric{Name: strings.Repeat("x", d.name), Item: d.item, Type: d.kind, Sem: d.sem, Help: strings.Repeat("x", d.help)}
	f := &mmv.File{Name: "pair", Cluster: d.cluster}
	if d.serial >= 0 {
		indom := &mmv.InDom{Serial: uint32(d.serial)}
		for i := range d.count {
			indom.Instances = append(indom.Instances, mmv.Instance{ID: int32(i), Name: strings.Repeat("x", i+1)})
		}
		f.InDoms = []*mmv.InDom{indom}
	}
	switch {
	case d.domain == d.serial && d.domain >= 0:
		m.InDom = f.InDoms[0]
	case d.domain >= 0:
		m.InDom = &mmv.InDom{Serial: uint32(d.domain)}
	}
	f.Metrics = []mmv.Metric{m}
	return f
}

// TestMMVErrors creates files that cannot be, and some that just can. Of what agents
// do not show as it is, only Go refuses all.
func TestMMVErrors(t *testing.T) {
	plain := described{cluster: 7, item: 1, kind: mmv.TypeU32, sem: libpcp.SemInstant, name: 1, domain: 3, serial: 3, count: 2, help: 5}
	changed := func(change func(*described)) described {
		d := plain
		change(&d)
		return d
	}
	cases := []described{
		plain,
		changed(func(d *described) { d.domain, d.serial = -1, -1 }),
		changed(func(d *described) { d.domain = -1 }),
		changed(func(d *described) { d.domain = 4 }),
		changed(func(d *described) { d.domain, d.serial = 0, 0 }),
		changed(func(d *described) { d.domain, d.serial = -1, 0 }),
		changed(func(d *described) { d.serial = -1 }),
		changed(func(d *described) { d.count = 255 }),
		changed(func(d *described) { d.kind = mmv.Elapsed }),
		changed(func(d *described) { d.kind = mmv.TypeString }),
		changed(func(d *described) { d.kind = -2 }),
		changed(func(d *described) { d.kind = 10 }),
		changed(func(d *described) { d.name = 63 }),
		changed(func(d *described) { d.name = 64 }),
		changed(func(d *described) { d.name = 255 }),
		changed(func(d *described) { d.help = 255 }),
		changed(func(d *described) { d.name = 0 }),
		changed(func(d *described) { d.name = 256 }),
		changed(func(d *described) { d.count = 256 }),
	}
	var input, got strings.Builder
	for _, c := range cases {
		input.WriteString(c.line())
		fmt.Fprintln(&got, int(libpcp.Code(c.file().Validate())))
	}
	need.Headers(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "mmv"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := build(t, nil, "mmv.c", "-lpcp_mmv")
	c.Env = []string{"PCP_TMP_DIR=" + dir}
	same(t, c.run(t, input.String()), got.String())
}
