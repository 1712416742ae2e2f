package search

import "testing"

// TestScore ranks metrics for a query, the best first, and finds others not at
// all.
func TestScore(t *testing.T) {
	type metric struct{ name, oneLine, help string }
	for _, test := range []struct {
		words  []string
		ranked []metric
		none   metric
	}{
		{[]string{"disk"}, []metric{{"disk.dev.read", "reads of a disk", ""}, {"disk.dev.read", "", ""}, {"diskless.x", "", ""},
			{"a", "of a disk", ""}, {"a.floppydisk", "", ""}, {"a", "", "of a disk"}}, metric{"mem.free", "free", "free"}},
		{[]string{"Disks"}, []metric{{"disk.dev", "", ""}, {"a", "all disks", ""}}, metric{"mem", "", ""}},
		{[]string{"read disk"}, []metric{{"disk.dev.read", "", ""}, {"disk.dev", "what was read", ""}}, metric{"disk.dev", "written", ""}},
		{[]string{"disk.*", "bytes"}, []metric{{"disk.dev.bytes", "", ""}}, metric{"mem.bytes", "", ""}},
		{[]string{"class"}, []metric{{"a.class", "", ""}}, metric{"clas", "", ""}},
	} {
		q := Parse(test.words)
		last := 1 << 30
		for _, m := range test.ranked {
			score := q.Score(m.name, m.oneLine, m.help)
			if score <= 0 || score > last {
				t.Errorf("%q: %v has %d, the one before %d", test.words, m, score, last)
			}
			last = score
		}
		if n := test.none; q.Score(n.name, n.oneLine, n.help) != 0 {
			t.Errorf("%q: %v", test.words, n)
		}
	}
	if !Parse([]string{"", " "}).Empty() || Parse([]string{"*"}).Empty() {
		t.Error("empty")
	}
}

func FuzzScore(f *testing.F) {
	f.Add("disks read", "disk.dev.read", "Reads of disks", "s")
	f.Add("s ss \xff [", "a.s", "ss", "\xff")
	f.Fuzz(func(t *testing.T, words, name, oneLine, help string) {
		q := Parse([]string{words})
		if score := q.Score(name, oneLine, help); score < 0 || q.Empty() && score != 0 {
			t.Errorf("%d", score)
		}
	})
}
