package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp/pcp"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, pcp.Archive, need.Archives(t)+"/pcp-zeroconf", time.Minute); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if last := lines[len(lines)-1]; len(lines) < 2 || !strings.Contains(last, "load ") || !strings.Contains(last, " reads/s") {
		t.Errorf("%s", out.String())
	}
}
