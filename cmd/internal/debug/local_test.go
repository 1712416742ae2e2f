package debug

import (
	"path/filepath"
	"strings"
	"testing"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// TestLocal compares what is printed of a local context with what libpcp (C)
// prints of one, at the end of pminfo and then of pmval, which closes it.
func TestLocal(t *testing.T) {
	const want = `build_dsotab: parsing CONF
__pmLocalPMDA -> Unknown or illegal instance domain identifier
NotifyEndLocalContext: DSO PMDA linux/pmda_linux.so (60) notified of context 0 close
NotifyEndLocalContext: DSO PMDA sample/pmda_sample.so (30) notified of context 0 close
pmDestroyContext(0) -> 0, curr_handle=-1
NotifyEndLocalContext: DSO PMDA linux/pmda_linux.so (60) notified of context -12376 close
NotifyEndLocalContext: DSO PMDA sample/pmda_sample.so (30) notified of context -12376 close
`
	none := func(release.Release) *pmda.Agent { return &pmda.Agent{Name: "none"} }
	source := options.Source{Debugging: options.Debugging{NewTracer: New}, Builtin: []options.Builtin{
		{Name: "linux", Domain: 60, New: none}, {Name: "mmv", New: none}, {Name: "sample", New: none},
	}}
	var got strings.Builder
	conf := filepath.Join(t.TempDir(), "none")
	inv := &getopt.Invocation{Stderr: &got, Environ: []string{"PCP_PMCDCONF_PATH=" + conf}}
	spec := getopt.Spec{Source: &source, Groups: []getopt.Group{{Options: []getopt.Option{
		source.DebugOption(inv.Release), source.LocalOption(), source.SpecLocalOption(),
	}}}}
	_, err := spec.Parse(inv, []string{"-D", "context", "-L",
		"-K", "add,70,mmv,mmv_init", "-K", "add,30,sample/pmda_sample.so,sample_init", "-K", "del,7"})
	if err == nil {
		t.Fatal("deleted an agent that is not there")
	}
	if err := source.Settle(); err != nil {
		t.Fatal(err)
	}
	source.Leaving()
	source.Closing()
	if text := strings.ReplaceAll(got.String(), conf, "CONF"); text != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}
