package tests

import "flag"

// Flags of this test binary, for other and more random cases than the usual ones:
//
//	go test ./tests -run TestGenerated -seed 7 -cases 20000
var (
	seedFlag  = flag.Int("seed", 1, "the `seed` of random cases")
	casesFlag = flag.Int("cases", 0, "the `number` of random cases, fake pmcds or archives; 0 is that of each test")
	scaleFlag = flag.String("scale", "12x20x250", "the hosts, series and samples of TestSeriesScale")
	keepFlag  = flag.String("keep", "", "a `directory` that keeps the files of TestGeneratedDerived")
)

func seed() uint64 { return uint64(*seedFlag) }

// cases returns the number of random cases of a test that has some.
func cases(usual int) int {
	if *casesFlag == 0 {
		return usual
	}
	return *casesFlag
}
