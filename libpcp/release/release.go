// Package release lists the behaviours that differ between releases of PCP, and
// chooses the release to reproduce.
//
// A [Behaviour] is one difference, with the release that brought it. A
// [Release] answers whether it has a behaviour; its zero value is the newest
// release reproduced. [Choose] finds the release of this host. Other packages
// take a Release as it is, ask it for behaviours, and compare no version numbers.
//
// To add a release, add a row to [Reproduced] and, for each change that it
// brings, a Behaviour in behaviours.go.
package release

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Version is the number of a PCP release, such as 6.3.8.
type Version struct{ Major, Minor, Patch int }

// Parse parses a version such as "6.3.8", with or without what packages add to it:
// "6.3.8-1", "6.3.8~rc1", "6.3.8+dfsg". One such as "6.3" is 6.3.0.
func Parse(s string) (Version, error) {
	number := s
	if i := strings.IndexAny(s, "-~+"); i >= 0 {
		number = s[:i]
	}
	parts := strings.Split(number, ".")
	if len(parts) == 2 {
		parts = append(parts, "0")
	}
	if len(parts) != 3 {
		return Version{}, fmt.Errorf("malformed version %q", s)
	}
	var v Version
	for i, to := range []*int{&v.Major, &v.Minor, &v.Patch} {
		n, err := strconv.ParseUint(parts[i], 10, 16)
		if err != nil {
			return Version{}, fmt.Errorf("malformed version %q", s)
		}
		*to = int(n)
	}
	return v, nil
}

func (v Version) String() string {
	return strconv.Itoa(v.Major) + "." + strconv.Itoa(v.Minor) + "." + strconv.Itoa(v.Patch)
}

// compare returns -1, 0 or 1 if v is older than, the same as or newer than w.
func (v Version) compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// Reproduced returns the releases that are compared with PCP's own tools, the
// oldest first.
func Reproduced() []Version {
	return []Version{{6, 0, 3}, {6, 3, 8}, {7, 2, 2}}
}

// newest is the last of Reproduced.
var newest = Version{7, 2, 2}

// A Release is a PCP release as it is reproduced. The zero Release is the
// newest one.
type Release struct {
	version Version
	reason  string
}

// Of returns the release v. One between two of [Reproduced] has the behaviours
// that came up to it; one older than all is the oldest, one newer than all the
// newest.
func Of(v Version) Release {
	if oldest := Reproduced()[0]; v.compare(oldest) < 0 {
		v = oldest
	}
	if v.compare(newest) > 0 {
		v = newest
	}
	return Release{version: v}
}

// Has reports whether the release has the behaviour b.
func (r Release) Has(b Behaviour) bool { return b.since().compare(r.Version()) <= 0 }

// Version is the version of the release, which may lie between two of [Reproduced].
func (r Release) Version() Version {
	if r.version == (Version{}) {
		return newest
	}
	return r.version
}

// Reason returns, in a few words, why [Choose] chose this release.
func (r Release) Reason() string { return r.reason }
