package pmproxy

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// TestTexts asks for both texts of metrics and domains that have both, one or none.
func TestTexts(t *testing.T) {
	const metric = `"type":"32","sem":"instant","units":"none"`
	c := serve(t, map[string]string{
		"metric": `{"context":7,"metrics":[
{"name":"a.both","pmid":"60.0.1","indom":"60.1",` + metric + `,"text-oneline":"short","text-help":"long"},
{"name":"a.short","pmid":"60.0.2",` + metric + `,"text-oneline":"short"},
{"name":"a.none","pmid":"60.0.3",` + metric + `}]}`,
		"indom": `{"context":7,"indom":"60.1","text-oneline":"short domain","text-help":"long domain","instances":[{"instance":0,"name":"i"}]}`,
	})
	domain := uint32(libpcp.NewInDom(60, 1))
	for _, test := range []struct {
		kind libpcp.TextKind
		of   uint32
		want string
	}{
		{libpcp.TextPMID | libpcp.TextOneLine, uint32(fourIDs[0]), "short"},
		{libpcp.TextPMID | libpcp.TextHelp, uint32(fourIDs[0]), "long"},
		{libpcp.TextPMID | libpcp.TextOneLine, uint32(fourIDs[1]), "short"},
		{libpcp.TextPMID | libpcp.TextHelp, uint32(fourIDs[1]), "short"},
		{libpcp.TextPMID | libpcp.TextOneLine, uint32(fourIDs[2]), ""},
		{libpcp.TextPMID | libpcp.TextHelp, uint32(fourIDs[2]), ""},
		{libpcp.TextInDom | libpcp.TextOneLine, domain, "short domain"},
		{libpcp.TextInDom | libpcp.TextHelp, domain, "long domain"},
	} {
		got, err := sourcetest.Direct(c).Text(t.Context(), libpcp.TextID{Kind: test.kind, Ident: test.of})
		if got != test.want || (libpcp.Code(err) == libpcp.ErrText) != (test.want == "") {
			t.Errorf("%d of %d: %q, %v, want %q", test.kind, test.of, got, err, test.want)
		}
	}
}
