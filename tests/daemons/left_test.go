//go:build unix

package daemons

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// wantNone wants no process to be left that has a directory in its command
// line.
func wantNone(t *testing.T, dir string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for left := processes(dir); len(left) > 0; left = processes(dir) {
		if time.Now().After(deadline) {
			t.Errorf("left running: %s", strings.Join(left, "; "))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// killLeft kills what a pmcd has left running, by its number.
func killLeft(dir string) {
	for _, left := range processes(dir) {
		file, _, _ := strings.Cut(left, ":")
		if pid, err := strconv.Atoi(filepath.Base(file)); err == nil {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// processes are the command lines that mention a directory.
func processes(dir string) []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && bytes.Contains(text, []byte(dir)) {
			found = append(found, filepath.Dir(file)+": "+string(bytes.ReplaceAll(text, []byte{0}, []byte{' '})))
		}
	}
	return found
}
