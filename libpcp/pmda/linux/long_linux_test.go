package linux_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/linux"
)

// TestManySockets has a longer list of sockets than any file may be that is kept
// in memory.
func TestManySockets(t *testing.T) {
	const many, some = 250_000, 1000
	root := t.TempDir()
	line := func(i int) string {
		return fmt.Sprintf("%4d: 0100007F:%04X 00000000:0000 %02X 00000000:00000000 00:00000000 00000000   109        0 %d 1 0000000000000000 100 0 0 10 0     \n", i, i%65536, 1+i%2*9, i)
	}
	for path, text := range map[string]string{
		"proc/net/tcp": "  sl  local_address rem_address   st\n" + lines(many, line),
		"proc/net/unix": "Num       RefCount Protocol Flags    Type St Inode Path\n" + lines(some, func(i int) string {
			return fmt.Sprintf("0000000000000000: 00000002 00000000 00000000 0002 01 %d @%0100d\n", i, i)
		}),
		"proc/locks":   lines(some, func(i int) string { return fmt.Sprintf("%d: POSIX  ADVISORY  WRITE %d 00:19:%0120d 0 EOF\n", i, i, i) }),
		"proc/net/raw": "headings\n" + line(7),
	} {
		write(t, filepath.Join(root, path), text)
	}
	t.Setenv("LINUX_STATSPATH", root)
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: linux.New}))
	defer c.Close()
	for name, want := range map[string]string{
		"network.tcpconn.established": "125000", "network.tcpconn.listen": "125000", "network.rawconn.count": "1",
		"network.unix.datagram.count": "1000", "network.unix.stream.count": "0",
		"vfs.locks.posix.write": "1000", "vfs.locks.posix.count": "1000", "vfs.locks.flock.count": "0",
	} {
		if got := shown(t, c, name); got != name+" "+want {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}

func lines(n int, line func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEndless has a file without an end in place of each: fetching all metrics
// again and again takes bounded memory.
func TestEndless(t *testing.T) {
	root := spoiled(t, func([]byte) []byte { return nil })
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Symlink("/dev/zero", path)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LINUX_STATSPATH", root)
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 3 {
		fetchEverything(t)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys) - int64(before.Sys); grown > 160<<20 {
		t.Errorf("%d MB of memory", grown>>20)
	}
}
