// Package release lists the behaviours that differ between releases of PCP, and
// chooses the release to reproduce.
//
// A [Behaviour] is one difference, with the release that brought it. A
// [Release] answers whether it has a behaviour; its zero value is the newest
// release reproduced. [Choose] finds the release of this host. Other packages
// take the behaviours they need as options of their own and compare no
// version numbers.
//
// To add a release, add a row to [Reproduced] and, for what is new in it, a
// Behaviour and a row to the table in behaviours.go.
package release

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Version is the number of a PCP release, such as 6.3.8.
type Version struct{ Major, Minor, Patch int }

// Parse parses a version in the form "6.3.8".
func Parse(s string) (Version, error) {
	var v Version
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return v, fmt.Errorf("malformed version %q", s)
	}
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

// Compare returns -1, 0 or 1 if v is older than, the same as or newer than w.
func (v Version) Compare(w Version) int {
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
	lacks   uint64 // a bit for each Behaviour that came later
	version Version
	reason  string
}

// Of returns the release v. A version between two of [Reproduced] has the
// behaviours that came up to it, and the version number of the older of the
// two; one older than all is the oldest, one newer than all the newest.
func Of(v Version) Release {
	known := Reproduced()
	r := Release{version: known[0]}
	for _, k := range known {
		if k.Compare(v) <= 0 {
			r.version = k
		}
	}
	if v.Compare(known[0]) < 0 {
		v = known[0]
	}
	for b := range behaviours {
		if behaviours[b].since.Compare(v) > 0 {
			r.lacks |= 1 << b
		}
	}
	return r
}

// Has reports whether the release has the behaviour b.
func (r Release) Has(b Behaviour) bool { return r.lacks&(1<<b) == 0 }

// Version is the release reproduced, one of [Reproduced].
func (r Release) Version() Version {
	if r.version == (Version{}) {
		return newest
	}
	return r.version
}

// Reason returns, in a few words, why [Choose] chose this release.
func (r Release) Reason() string { return r.reason }
