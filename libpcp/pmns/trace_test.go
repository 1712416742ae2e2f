package pmns

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTrace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "root")
	if err := os.WriteFile(file, []byte("root {\n a 1:2:3\n b\n}\nb {\n c 1:2:4\n d 1:*:*\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const metrics = "pmLoadNameSpace: a -> 1.2.3\npmLoadNameSpace: c -> 1.2.4\npmLoadNameSpace: d -> 1.*.*\nLoaded ASCII PMNS\n"
	for _, tt := range []struct {
		options Options
		want    string // as libpcp (C) says it
	}{
		{Options{}, "load(name=F, dupok=1, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=1) fname=F\n"},
		{Options{Unique: true}, "load(name=F, dupok=0, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=0, use_cpp=1) fname=F\n"},
		{Options{Plain: true}, "load(name=(null), dupok=1, use_cpp=0) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=0) fname=F\n"},
	} {
		var got strings.Builder
		tt.options.Trace = &got
		if _, err := Load(file, tt.options); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(tt.want, "F\n", file+"\n"); strings.ReplaceAll(got.String(), "name="+file+",", "name=F,") != want+metrics {
			t.Errorf("got\n%s\nwant\n%s", &got, want+metrics)
		}
	}
}
