//go:build unix

package pmns

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFIFO has a FIFO that nobody writes to for a name space, and included by one:
// neither is waited for.
func TestFIFO(t *testing.T) {
	dir := t.TempDir()
	fifo, including := filepath.Join(dir, "fifo"), filepath.Join(dir, "including")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(including, []byte("root {\n\ta 1:1:1\n}\n#include \""+fifo+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file  string
		plain bool
		want  string
	}{
		{fifo, false, "pmcpp: " + fifo + ":\npmcpp: Error: No such file or directory\n"},
		{fifo, true, `Error Parsing ASCII PMNS: No name space entry for "root"`},
		{including, false, `pmcpp: Error: Cannot open file for #include`},
	} {
		var messages bytes.Buffer
		if tree, err := Load(test.file, Options{Plain: test.plain, Stderr: &messages}); err == nil || !strings.Contains(messages.String(), test.want) {
			t.Errorf("%s, plain %v: %v, %v\n%swant\n%s", test.file, test.plain, tree, err, messages.String(), test.want)
		}
	}
}
