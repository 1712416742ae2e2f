package release

import (
	"fmt"
	"strings"

	"pcptools/libpcp/internal/conf"
)

// Variable is the environment variable that names a release of [Reproduced]
// to use in place of the host's.
const Variable = "PCPTOOLS_COMPAT"

// Choose returns the release that lookup's PCPTOOLS_COMPAT names; without it
// that of the PCP on this host, which is PCP_VERSION of pcp.conf; and without
// a PCP the newest.
func Choose(lookup func(name string) (value string, ok bool)) (Release, error) {
	if name, ok := lookup(Variable); ok {
		return named(name)
	}
	text, path := conf.HostVersion()
	v, err := Parse(text)
	if err != nil {
		return Release{reason: "the newest: no pcp.conf names the PCP of this host"}, nil
	}
	r := Of(v)
	r.reason = "PCP_VERSION=" + text + " in " + path
	return r, nil
}

func named(name string) (Release, error) {
	var known []string
	for _, v := range Reproduced() {
		if v.String() == name {
			r := Of(v)
			r.reason = Variable + " in the environment"
			return r, nil
		}
		known = append(known, v.String())
	}
	return Release{}, fmt.Errorf("%s: unknown release %q, not one of %s", Variable, name, strings.Join(known, ", "))
}
