package main

import (
	"bytes"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/pcp"
)

// TestRun asks an agent in the process.
func TestRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		need.Skip(t, "needs Linux")
	}
	var out bytes.Buffer
	if err := run(t.Context(), &out, pcp.Local, "", "kbytes"); err != nil {
		t.Fatal(err)
	}
	sizes := regexp.MustCompile(`(?m)^ +[1-9]\d* proc\.memory\.(rss|textrss|datrss)$`).FindAllString(out.String(), -1)
	if len(sizes) != 6 || !strings.Contains(out.String(), "After malloc") {
		t.Errorf("%s", out.String())
	}
}
