package pmda

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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
// purgeable is a file of members that were active at several times.
func purgeable() []byte {
	return fmt.Appendf(nil, "2 0 2147483647\n3 100 ancient\n5 %d recent\n7 200 [6b6579] old\n9 300 busy\n", time.Now().Unix()-50)
}

// TestCachePurge drops hidden members that the file has had for long: not the
// active ones, whatever the file says, nor any that no file has.
func TestCachePurge(t *testing.T) {
	var c Cache
	if err := c.load(purgeable()); err != nil {
		t.Fatal(err)
	}
	c.Add("busy")
	c.Add("unsaved")
	c.Hide("unsaved")
	for _, id := range []int32{3, 9, 10} {
		c.SetData(id, id)
	}
	c.dirty = false
	var dropped []any
	if n := c.Purge(1000*time.Second, func(data any) { dropped = append(dropped, data) }); n != 2 || len(dropped) != 1 || dropped[0] != int32(3) {
		t.Errorf("purged %d, data %v", n, dropped)
	}
	if active, hidden := c.Size(); active != 1 || hidden != 2 {
		t.Errorf("%d active, %d hidden", active, hidden)
	}
	if id, _, _ := c.IDOfKey([]byte("key")); id != libpcp.NullInst {
		t.Errorf("the key has %d", id)
	}
	var left []string
	for inst, active := range c.All() {
		left = append(left, fmt.Sprint(inst, active))
	}
	if got := strings.Join(left, " "); got != "{5 recent} false {9 busy} true {10 unsaved} false" {
		t.Errorf("left %s", got)
	}
	for name, want := range map[string]int32{"ancient": libpcp.NullInst, "old": libpcp.NullInst, "recent": 5} {
		if id, _ := c.ID(name); id != want {
			t.Errorf("%s is %d, want %d", name, id, want)
		}
	}
	if !c.dirty {
		t.Error("the file is to keep what was purged")
	}
	if id, err := c.Add("ancient"); id != 11 || err != nil {
		t.Errorf("ancient becomes %d, %v", id, err)
	}
	if n := c.Purge(0, nil); n != 1 { // recent
		t.Errorf("purged %d of any age", n)
	}
	c.CullAll()
	if id, err := c.Add("again"); id != 0 || err != nil {
		t.Error(id, err)
	}
}

// TestCacheSync writes when members were active last, which Save leaves alone.
func TestCacheSync(t *testing.T) {
	file := filepath.Join(t.TempDir(), "251.1")
	if err := os.WriteFile(file, purgeable(), 0o644); err != nil {
		t.Fatal(err)
	}
	var c Cache
	if err := c.Load(file); err != nil {
		t.Fatal(err)
	}
	c.Add("busy")
	for _, save := range []struct {
		save func(string) error
		want int // how many may be purged then
	}{{c.Save, 3}, {c.Sync, 2}} {
		var again Cache
		if err := save.save(file); err != nil {
			t.Fatal(err)
		}
		if err := again.Load(file); err != nil {
			t.Fatal(err)
		}
		if n := again.Purge(1000*time.Second, nil); n != save.want {
			t.Errorf("purged %d, want %d", n, save.want)
		}
	}
}

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

// TestCacheKeys adds members by keys and by numbers of the agent's choice.
func TestCacheKeys(t *testing.T) {
	var c Cache
	one, err := c.AddKey("sda", []byte("disk one"))
	if err != nil || one < 0 {
		t.Fatal(one, err)
	}
	if again, err := c.AddKey("sda", []byte("disk one")); again != one || err != nil {
		t.Errorf("added again: %d, %v; want %d", again, err, one)
	}
	var other Cache
	if same, err := other.AddKey("sdz", []byte("disk one")); same != one || err != nil {
		t.Errorf("in another cache: %d, %v; want %d", same, err, one)
	}
	named, err := c.AddKey("sdb", nil)
	if id, name, active := c.IDOfKey([]byte("sdb")); id != named || name != "sdb" || !active || err != nil {
		t.Errorf("the name as a key: %d %q %t, %v; want %d", id, name, active, err, named)
	}
	if err := c.AddNumbered(77, "fixed"); err != nil {
		t.Error(err)
	}
	if err := c.AddNumbered(77, "fixed"); err != nil {
		t.Errorf("added again: %v", err)
	}
	c.Limit(100)
	for _, test := range []struct {
		what string
		err  error
		want error
	}{
		{"a key of another", onlyErr(c.AddKey("sdx", []byte("disk one"))), libpcp.ErrInst},
		{"a name of another", onlyErr(c.AddKey("sda", []byte("disk two"))), libpcp.ErrInst},
		{"no name", onlyErr(c.AddKey("", []byte("disk two"))), syscall.EINVAL},
		{"two lines", onlyErr(c.AddKey("a\nb", []byte("disk two"))), syscall.EINVAL},
		{"a number of another", c.AddNumbered(77, "other"), libpcp.ErrInst},
		{"a name of another number", c.AddNumbered(78, "fixed"), libpcp.ErrInst},
		{"no name for a number", c.AddNumbered(79, ""), syscall.EINVAL},
		{"a negative number", c.AddNumbered(-1, "negative"), syscall.EINVAL},
		{"the highest number", c.AddNumbered(100, "highest"), nil},
		{"a number beyond the highest", c.AddNumbered(101, "beyond"), syscall.EINVAL},
	} {
		if !errors.Is(test.err, test.want) {
			t.Errorf("%s: %v, want %v", test.what, test.err, test.want)
		}
	}
	for i := range 50 {
		id, err := c.AddKey(fmt.Sprintf("k%d", i), []byte{byte(i)})
		if err != nil || id > 100 {
			t.Fatalf("key %d: number %d, %v", i, id, err)
		}
	}
}

func onlyErr(_ int32, err error) error { return err }
