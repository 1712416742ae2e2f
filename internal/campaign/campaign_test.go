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
	if n := Scale(t); n != 7 {
		t.Errorf("scale %d", n)
	}
}
