package main

import (
	"bytes"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

func TestRun(t *testing.T) {
	var out, stderr bytes.Buffer
	inv := &getopt.Invocation{Name: "pmclient", Environ: []string{"PCPTOOLS_COMPAT=6.0.3"}, Stderr: &stderr}
	var err error
	if inv.Release, err = release.Choose(inv.LookupEnv); err != nil {
		t.Fatal(err)
	}
	args := []string{"-a", need.Archives(t) + "/pcp-zeroconf", "-t", "10", "-s", "2", "-z"}
	if err := run(t.Context(), inv, args, &out); err != nil {
		t.Fatal(err)
	}
	const want = `  CPU  Busy    Busy  Free Mem   Disk     Load Average
 Util   CPU    Util  (Mbytes)   IOPS    1 Min  15 Min
 0.17     2    0.18   933.859    196     3.42     3.32
 0.18     4    0.20   924.883    279     3.20     3.31
`
	if !strings.HasSuffix(out.String(), want) || !strings.Contains(out.String(), "Host: shack, 8 cpu(s), Mon Jul  1") {
		t.Errorf("%s", out.String())
	}
}
