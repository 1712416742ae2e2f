package release

import (
	"fmt"
	"slices"
	"strings"

	"pcptools/libpcp/internal/conf"
)

// variable is the environment variable that names a release of [Reproduced]
// to use in place of the host's.
const variable = "PCPTOOLS_COMPAT"

// Choose returns the release that lookup's PCPTOOLS_COMPAT names; else the
// release of the PCP on this host, by [Of] from PCP_VERSION of pcp.conf; else,
// without a PCP, the newest.
func Choose(lookup func(name string) (value string, ok bool)) (Release, error) {
	if name, ok := lookup(variable); ok {
		return named(name)
	}
	text, path := conf.HostVersion()
	if path == "" {
		return Release{reason: "the newest: no pcp.conf names the PCP of this host"}, nil
	}
	source := "PCP_VERSION=" + text + " in " + path
	v, err := Parse(text)
	if err != nil {
		return Release{reason: "the newest: " + source + " is no version"}, nil
	}
	r := Of(v)
	r.reason = reasonFor(v, source)
	return r, nil
}

// reasonFor says where the version of a source lies among those reproduced.
func reasonFor(v Version, source string) string {
	known := Reproduced()
	i, exact := slices.BinarySearchFunc(known, v, Version.compare)
	switch {
	case exact:
		return source
	case i == 0:
		return "the oldest: " + source + " is older than those reproduced"
	case i == len(known):
		return "the newest: " + source + " is newer than those reproduced"
	}
	return source + ", between the reproduced " + known[i-1].String() + " and " + known[i].String()
}

func named(name string) (Release, error) {
	var known []string
	for _, v := range Reproduced() {
		if v.String() == name {
			r := Of(v)
			r.reason = variable + " in the environment"
			return r, nil
		}
		known = append(known, v.String())
	}
	return Release{}, fmt.Errorf("%s: unknown release %q, not one of %s", variable, name, strings.Join(known, ", "))
}
