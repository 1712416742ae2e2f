package debug

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmns"
)

// recorder returns a tracer of debug options, and what it prints.
func recorder(t *testing.T, options string) (libpcp.Tracer, *strings.Builder) {
	var text strings.Builder
	inv := &getopt.Invocation{Stderr: &text}
	set, ok := inv.DebugForms().Parse(options)
	if !ok {
		t.Fatal(options)
	}
	return New(inv, &set), &text
}

func TestNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "root")
	if err := os.WriteFile(file, []byte("root {\n a 1:2:3\n b\n}\nb {\n c 1:2:4\n d 1:*:*\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const metrics = "pmLoadNameSpace: a -> 1.2.3\npmLoadNameSpace: c -> 1.2.4\npmLoadNameSpace: d -> 1.*.*\nLoaded ASCII PMNS\n"
	for _, tt := range []struct {
		options pmns.Options
		want    string // as libpcp (C) says it
	}{
		{pmns.Options{}, "load(name=F, dupok=1, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=1) fname=F\n"},
		{pmns.Options{Unique: true}, "load(name=F, dupok=0, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=0, use_cpp=1) fname=F\n"},
		{pmns.Options{Plain: true}, "load(name=(null), dupok=1, use_cpp=0) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=0) fname=F\n"},
	} {
		tracer, got := recorder(t, "pmns")
		tt.options.Tracer = tracer
		if _, err := pmns.Load(file, tt.options); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(tt.want, "F\n", file+"\n"); strings.ReplaceAll(got.String(), "name="+file+",", "name=F,") != want+metrics {
			t.Errorf("got\n%s\nwant\n%s", got, want+metrics)
		}
	}
}

func TestAppendChanges(t *testing.T) {
	for changes, want := range map[libpcp.StateChange]string{
		0:    "",
		0x3f: "PMCD state changes: agent(s) added restarted dropped, label change, names change\n",
		0x02: "PMCD state changes: agent(s) restarted\n",
		0x18: "PMCD state changes: label change, names change\n",
		0x11: "PMCD state changes: agent(s) added, names change\n",
		0x20: "PMCD state changes: \n",
	} {
		if got := string(appendChanges(nil, changes, true)); got != want {
			t.Errorf("%#x: got %q, want %q", changes, got, want)
		}
	}
}
