package pmda

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
)

func TestCache(t *testing.T) {
	var c Cache
	add := func(name string, want int32) {
		t.Helper()
		if id, err := c.Add(name); id != want || err != nil && want >= 0 {
			t.Errorf("%s: got %d, %v; want %d", name, id, err, want)
		}
	}
	members := func(want string) {
		t.Helper()
		if got := fmt.Sprint(c.Instances()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	members("[]")
	add("sda", 0)
	add("sdb", 1)
	add("sda", 0)
	members("[{0 sda} {1 sdb}]")
	c.HideAll()
	members("[]")
	add("sdc", 2)
	add("sdb", 1)
	members("[{1 sdb} {2 sdc}]")
	add("1 minute", 3)
	add("1 hour", libpcp.NullInst)
	c.Cull("sdc")
	add("sdd", 4)
	c.Reuse()
	add("sde", 2)
	if name, active := c.Name(0); name != "sda" || active {
		t.Errorf("0 is %q, %t", name, active)
	}
	if id, active := c.ID("sde"); id != 2 || !active {
		t.Errorf("sde is %d, %t", id, active)
	}
	c.Hide("sde")
	members("[{1 sdb} {3 1 minute} {4 sdd}]")
	for _, id := range []int32{math.MinInt32, -1, math.MaxInt32} {
		if name, _ := c.Name(id); name != "" {
			t.Errorf("%d is %q", id, name)
		}
	}
}

func TestCacheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "60.1")
	var c Cache
	c.Add("sda")
	c.Add("x y z")
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	now := time.Now().Unix()
	want := fmt.Sprintf("2 0 2147483647\n0 %d sda\n1 %d x y z\n", now, now)
	if err != nil || string(text) != want && !strings.HasPrefix(string(text), "2 0 2147483647\n0 ") {
		t.Errorf("got %q, %v", text, err)
	}
	var again Cache
	if err := again.Load(file); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(again.Instances()); got != "[]" {
		t.Errorf("loaded active: %s", got)
	}
	if id, err := again.Add("x y z"); id != 1 || err != nil {
		t.Errorf("x y z is %d, %v", id, err)
	}
	if id, err := again.Add("new"); id != 2 || err != nil {
		t.Errorf("new is %d, %v", id, err)
	}
	if os.Remove(file); c.Save(file) != nil {
		t.Error("saved though nothing has changed, or failed")
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("saved though nothing has changed")
	}
}

// FuzzCacheLoad wants caches made of anything to hold together.
func FuzzCacheLoad(f *testing.F) {
	f.Add([]byte("2 0 2147483647\n0 1795232363 sda\n1 1 [00ff] keyed\n1 1 taken\n-1 1 x\nx 1 y\n"))
	f.Add([]byte("1 1\n2147483647 0 last\n"))
	f.Add([]byte("2 1 1\n0 1 a\n1 1 b\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var c Cache
		if c.load(text) != nil {
			return
		}
		for _, e := range c.entries {
			if got := c.named(e.name); got == nil || got.id != e.id {
				t.Errorf("%q is lost", e.name)
			}
		}
		if id, err := c.Add("fuzzed-name"); err == nil {
			if name, active := c.Name(id); name != "fuzzed-name" || !active {
				t.Errorf("%d is %q", id, name)
			}
		}
		var again Cache
		if err := again.load(c.appendFile(nil, time.Unix(1, 0))); err != nil || len(again.entries) != len(c.entries) {
			t.Errorf("%d members, then %d, %v", len(c.entries), len(again.entries), err)
		}
	})
}
