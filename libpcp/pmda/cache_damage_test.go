//go:build unix

package pmda

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/campaign"
)

// TestCacheSpecial has something else where a cache file should be: agents go on
// without, soon, and the file that they save takes its place.
func TestCacheSpecial(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"FIFO":        func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"endless":     func(path string) error { return os.Symlink("/dev/zero", path) },
		"terminal":    func(path string) error { return os.Symlink("/dev/tty", path) },
		"to nowhere":  func(path string) error { return os.Symlink("nosuch", path) },
		"loop":        func(path string) error { return os.Symlink(filepath.Base(path), path) },
		"sparse file": func(path string) error { return sparse(path, 1<<40) },
		"empty file":  func(path string) error { return os.WriteFile(path, nil, 0o644) },
		"binary":      func(path string) error { return os.WriteFile(path, []byte("2 \xff\x00\n\x00\x01"), 0o644) },
		"too long":    func(path string) error { return sparse(path, maxCacheFile+1) },
	} {
		file := filepath.Join(t.TempDir(), "60.1")
		if err := put(file); err != nil {
			t.Fatal(err)
		}
		loaded := make(chan Cache)
		go func() {
			var c Cache
			if err := c.Load(file); err == nil && name != "binary" {
				t.Errorf("%s: no error", name)
			}
			loaded <- c
		}()
		select {
		case c := <-loaded:
			if id, err := c.Add("sda"); id != 0 || err != nil {
				t.Errorf("%s: sda is %d, %v", name, id, err)
			}
			var again Cache
			if err := c.Save(file); err != nil || again.Load(file) != nil || len(again.entries) != 1 {
				t.Errorf("%s: cannot be replaced: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: not read by now", name)
		}
	}
}

func sparse(path string, size int64) error {
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		return err
	}
	return os.Truncate(path, size)
}

// TestCampaignCaches damages cache files at random, small ones and the longest.
// What can be read of them is, in time that grows with their length.
func TestCampaignCaches(t *testing.T) {
	r := campaign.Rand(t)
	file := filepath.Join(t.TempDir(), "60.1")
	members, slowest := 0, time.Duration(0)
	for i := range 30 * campaign.Scale(t) {
		n := 1 + r.IntN(200)
		if i%30 == 0 {
			n = 100_000
		}
		var b strings.Builder
		b.WriteString("2 0 2147483647\n")
		for id := n; id > 0; id-- { // the worst order
			fmt.Fprintf(&b, "%d %d m%d\n", id, int(r.Int32()), r.IntN(2*n))
		}
		text := []byte(b.String()[:min(b.Len(), maxCacheFile)])
		for range r.IntN(20) {
			text[r.IntN(len(text))] = byte(r.Uint32())
		}
		if err := os.WriteFile(file, text[:r.IntN(len(text)+1)], 0o644); err != nil {
			t.Fatal(err)
		}
		var c Cache
		start := time.Now()
		c.Load(file)
		slowest = max(slowest, time.Since(start))
		members += len(c.entries)
		for j := range c.entries {
			if j > 0 && c.entries[j].id <= c.entries[j-1].id {
				t.Fatalf("%d after %d", c.entries[j].id, c.entries[j-1].id)
			}
		}
		if id, err := c.Add("one-more"); err != nil {
			t.Errorf("cannot add to %d members: %v", len(c.entries), err)
		} else if name, active := c.Name(id); name != "one-more" || !active {
			t.Errorf("%d is %q", id, name)
		}
	}
	t.Logf("%d members, at most %v for a file", members, slowest.Round(time.Millisecond))
	if slowest > time.Minute {
		t.Errorf("%v for a file", slowest)
	}
}
