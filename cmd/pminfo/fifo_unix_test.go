//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
)

// TestFIFOs has FIFOs in place of the files that agents read in a local context:
// they are as good as missing.
func TestFIFOs(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_PMDAS_DIR", dir)
	for _, file := range []string{"sample/help.dir", "sample/help.pag", "sample/dsohelp.dir", "sample/dsohelp.pag", "sample/dynamic.indom", "simple/help.dir", "simple/help.pag", "simple/simple.conf"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, file), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names := filepath.Join(dir, "names")
	if err := os.WriteFile(names, []byte("root {\ndynamic 29:0:77\nnow 253:2:4\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields("-L -K clear -K add,29," + dir + "/sample/pmda_sample.so,sample_init -K add,253," + dir + "/simple/pmda_simple.so,simple_init -f -T --format=csv --fields=metric,help,error_symbol -n " + names)
	var out bytes.Buffer
	env := &tool.Env{Name: "pminfo", Stdout: tool.NewOutput(&out, false), Stderr: &out, Environ: []string{"PCP_DERIVED_CONFIG=", "PCP_PMDAS_DIR=" + dir}}
	ended := make(chan int)
	go func() {
		ended <- tool.Run(context.Background(), &pminfo{source: source.New()}, env, words)
	}()
	select {
	case status := <-ended:
		if status != 0 || !strings.Contains(out.String(), "\ndynamic,") || !strings.Contains(out.String(), "\nnow,") || strings.Contains(out.String(), "PM_ERR") {
			t.Errorf("status %d\n%s", status, &out)
		}
	case <-time.After(time.Minute):
		t.Fatal("it waits for somebody to write into a FIFO")
	}
}
