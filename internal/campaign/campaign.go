// Package campaign configures the tests named TestCampaign: random ones, whose
// seed and size can be changed. make campaign runs all of them for longer.
package campaign

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"pcptools/internal/need"
)

// Rand is a random source from the seed in CAMPAIGN_SEED, which is 1 if it is
// not set, for the test of that name. A test that fails shows the seed.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := positive(t, "CAMPAIGN_SEED")
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("CAMPAIGN_SEED=%d CAMPAIGN_SCALE=%d", seed, Scale(t))
		}
	})
	var name uint64
	for _, c := range t.Name() {
		name = name*31 + uint64(c)
	}
	return rand.New(rand.NewPCG(uint64(seed), name))
}

// Tries is how many tries a test makes whose usual number is n: in make test, which
// people wait for, an eighth; in make verify all; in make campaign some times as many.
func Tries(t testing.TB, n int) int {
	t.Helper()
	if !need.Verifying() {
		n = (n + 7) / 8
	}
	return n * Scale(t)
}

// Scale is the factor of a test's usual number of tries, from
// CAMPAIGN_SCALE.
func Scale(t testing.TB) int {
	t.Helper()
	return positive(t, "CAMPAIGN_SCALE")
}

// positive is a positive number in the environment; 1 if it is not there.
func positive(t testing.TB, variable string) int {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s: not a positive number", variable, s)
	}
	return n
}
