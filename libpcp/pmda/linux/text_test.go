package linux

import (
	"math"
	"slices"
	"testing"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"4711", 4711, true},
		{"12kB", 12, true},
		{"-1", math.MaxUint64, true},
		{"18446744073709551615", math.MaxUint64, true},
		{"18446744073709551616", math.MaxUint64, true},
		{"99999999999999999999999", math.MaxUint64, true},
		{"", 0, false},
		{"-", 0, false},
		{"x1", 0, false},
	} {
		if got, ok := number([]byte(test.text)); got != test.want || ok != test.ok {
			t.Errorf("number(%q) = %d, %v, want %d, %v", test.text, got, ok, test.want, test.ok)
		}
	}
}

func TestWords(t *testing.T) {
	first, rest := word([]byte("  one\ttwo three"))
	if string(first) != "one" || string(rest) != "\ttwo three" {
		t.Errorf("word: %q, %q", first, rest)
	}
	if rest := skip([]byte("one two three"), 2); string(rest) != " three" {
		t.Errorf("skip: %q", rest)
	}
	if rest := skip([]byte("one"), 9); len(rest) != 0 {
		t.Errorf("skip beyond the end: %q", rest)
	}
}

// TestCursor looks for lines in and out of order.
func TestCursor(t *testing.T) {
	var c cursor
	c.reset([]byte("a 1\nb 2\nc 3"))
	for _, test := range []struct {
		key  string
		want uint64
		ok   bool
	}{{"a", 1, true}, {"c", 3, true}, {"b", 2, true}, {"d", 0, false}, {"c", 3, true}, {"a", 1, true}} {
		if got, ok := c.number(test.key); got != test.want || ok != test.ok {
			t.Errorf("%s: %d, %v", test.key, got, ok)
		}
	}
}

func TestPartition(t *testing.T) {
	var got []string
	for _, name := range []string{
		"vda", "vda1", "sda", "sda15", "nvme0n1", "nvme0n1p2", "mmcblk0", "mmcblk0p1", "nbd0", "nbd0p1", "rbd0", "rbd0p3", "fd0",
	} {
		if partition(name) {
			got = append(got, name)
		}
	}
	want := []string{"vda1", "sda15", "nvme0n1p2", "mmcblk0p1", "nbd0p1", "rbd0p3", "fd0"}
	if !slices.Equal(got, want) {
		t.Errorf("partitions %q, want %q", got, want)
	}
}

func TestTicks(t *testing.T) {
	h := host{hertz: 250}
	if got := h.ticks(1001).Uint64(); got != 4004 {
		t.Errorf("1001 ticks at 250 Hz are %d ms", got)
	}
}

// TestTables looks for rows that a release has twice, or that lack something.
func TestTables(t *testing.T) {
	for _, version := range release.Reproduced() {
		t.Run(version.String(), func(t *testing.T) { checkTables(t, NewFor(release.Of(version)).Rows) })
	}
}

func checkTables(t *testing.T, rows []*pmda.Metric) {
	names := make(map[string]bool)
	ids := make(map[uint32]string)
	for _, m := range rows {
		id := uint32(m.Cluster)<<10 | uint32(m.Item)
		switch {
		case names[m.Name]:
			t.Errorf("%s is there twice", m.Name)
		case ids[id] != "":
			t.Errorf("%s has the number of %s", m.Name, ids[id])
		case m.OneLine == "":
			t.Errorf("%s has no help text", m.Name)
		case m.Item > 1023:
			t.Errorf("%s: item %d", m.Name, m.Item)
		}
		names[m.Name], ids[id] = true, m.Name
	}
	if len(names) < 1000 {
		t.Errorf("%d rows", len(names))
	}
}
