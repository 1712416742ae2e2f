package campaign

import "testing"

func TestSeed(t *testing.T) {
	t.Setenv("CAMPAIGN_SEED", "")
	t.Setenv("CAMPAIGN_SCALE", "")
	first, again := Rand(t).Uint64(), Rand(t).Uint64()
	t.Setenv("CAMPAIGN_SEED", "2")
	t.Setenv("CAMPAIGN_SCALE", "7")
	if other := Rand(t).Uint64(); first != again || first == other {
		t.Errorf("%d, again %d, with another seed %d", first, again, other)
	}
	for verify, want := range map[string]int{"": 2 * 7, "1": 10 * 7} {
		t.Setenv("PCPTOOLS_VERIFY", verify)
		if n := Tries(t, 10); n != want {
			t.Errorf("PCPTOOLS_VERIFY=%s: %d tries, not %d", verify, n, want)
		}
	}
}
