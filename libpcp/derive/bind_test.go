package derive

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	_ "embed"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// metricsTable describes the metrics of a source: name, PMID, type, instance
// domain, semantics and units.
//
//go:embed testdata/metrics.txt
var metricsTable string

// bindTable holds expressions, the descriptor or status that pmLookupDesc(3)
// gives for them with those metrics, and what it prints, in which ~ ends a
// line.
//
//go:embed testdata/bind.txt
var bindTable string

func described(t testing.TB) *fake {
	f := &fake{}
	for line := range strings.Lines(metricsTable) {
		var name string
		var d libpcp.Desc
		var indom int32
		var units uint32
		if _, err := fmt.Sscanf(line, "%s %d %d %d %d %x", &name, &d.PMID, &d.Type, &indom, &d.Sem, &units); err != nil {
			t.Fatal(line, err)
		}
		d.InDom, d.Units = libpcp.InDom(indom), libpcp.Units(units)
		f.names, f.descs = append(f.names, name), append(f.descs, d)
	}
	return f
}

func TestBind(t *testing.T) {
	f := described(t)
	for line := range strings.Lines(bindTable) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		src := unquote(t, fields[0])
		if got := bindVerdict(f, src); got != fields[1]+"\t"+fields[2] {
			t.Errorf("%s:\n got %s\nwant %s\t%s", src, got, fields[1], fields[2])
		}
	}
}

func bindVerdict(f *fake, src string) string {
	var out bytes.Buffer
	defs := newClassic(&out)
	if err := defs.Register("qa.x", src); err != nil {
		return "syntax\t"
	}
	reply := sourcetest.Direct(Wrap(f, defs)).Descs(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3)})[0]
	d := reply.Desc
	result := fmt.Sprintf("%d %d %d %08x", d.Type, int32(d.InDom), d.Sem, uint32(d.Units))
	if reply.Err != nil {
		result = fmt.Sprint(int32(libpcp.Code(reply.Err)))
	}
	return result + "\t" + strings.ReplaceAll(out.String(), "\n", "~")
}
