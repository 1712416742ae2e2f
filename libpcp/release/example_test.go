package release_test

import (
	"fmt"
	"log"

	"pcptools/libpcp/release"
)

// The release to reproduce is that of the host, or the one in PCPTOOLS_COMPAT, which is
// given here.
func ExampleChoose() {
	rel, err := release.Choose(func(name string) (string, bool) { return "6.0.3", name == "PCPTOOLS_COMPAT" })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rel.Version(), rel.Has(release.NearestInterpolation))
	var newest release.Release
	fmt.Println(newest.Version(), newest.Has(release.NearestInterpolation))
	// Output:
	// 6.0.3 false
	// 7.2.2 true
}

// What the releases have; one between them has what had come by then.
func ExampleOf() {
	v, err := release.Parse("6.2.0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v, release.Of(v).Version())
	for _, v := range release.Reproduced() {
		fmt.Println(v, release.Of(v).Has(release.NearestInterpolation))
	}
	// Output:
	// 6.2.0 6.2.0
	// 6.0.3 false
	// 6.3.8 true
	// 7.2.2 true
}
