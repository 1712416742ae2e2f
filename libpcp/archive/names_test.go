package archive

import (
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
)

// TestFirstLookup looks up the first name of an archive and finds what the tree has,
// also where names are odd, are metrics and prefixes of others, or come again.
func TestFirstLookup(t *testing.T) {
	meta, index, volume := specimen.New(3)
	long := strings.Repeat("l", maxName)
	for i, names := range [][]string{
		{"", "z", "z.y", "x.w.v"}, {"x.w", "x", "z"}, {".d", "e.", "f..g", "a.b"}, {long, long + "l", long + ".k"},
	} {
		d := libpcp.Desc{PMID: libpcp.NewPMID(9, 0, uint32(i)), Type: libpcp.Type32, InDom: libpcp.NullInDom}
		meta = specimen.Framed(meta, logfile.AppendDesc(nil, &d, names))
	}
	names := []string{"", ".", "q", "a.b.", "a.b.cc"}
	whole := openBytes(meta, index, volume)
	defer whole.Close()
	whole.meta.EachName(func(name string, _ libpcp.PMID, _ bool) {
		for i := range min(len(name), 9) {
			names = append(names, name[:i])
		}
		names = append(names, name)
	})
	for _, name := range names {
		a := openBytes(meta, index, volume)
		id, err := whole.pmns().lookup(name)
		if r := a.lookup(nil, []string{name})[0]; r.ID != id || r.Err != err {
			t.Errorf("%.20q: %v, %v; the tree has %v, %v", name, r.ID, r.Err, id, err)
		}
		if a.tree != nil {
			t.Errorf("%.20q needed the tree", name)
		}
		a.Close()
	}
}
