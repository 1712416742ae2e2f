package sample

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// secretMetrics are metrics whose names no namespace has: clients must ask the
// agent.
func (a *agent) secretMetrics() []pmda.Metric {
	rows := []pmda.Metric{{
		Name: "secret.foo.bar.max.redirect", Domain: 2, Cluster: 4, Item: 1,
		OneLine: "a metric of another agent, pmcd.agent.status", Fetch: failing(libpcp.ErrPMID),
	}, {
		Name: "secret.bin", Item: 6, Since: release.SampleMetrics63,
	}, {
		Name: "secret.bar", Item: 1000, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
		OneLine: "always foo, below a name that only the agent knows", Fetch: fixed(libpcp.StringAtom("foo")),
	}}
	for i, name := range [...]string{
		"one", "two", "bar.three", "bar.four", "bar.grunt.five", "bar.grunt.snort.six", "bar.grunt.snort.huff.puff.seven",
	} {
		rows = append(rows, pmda.Metric{
			Name: "secret.foo." + name, Item: 1001 + uint16(i), Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
			OneLine: "the number in its name, which only the agent knows", Fetch: fixed(libpcp.Int32Atom(int32(i + 1))),
		})
	}
	return append(rows, newerSecrets()...)
}

// numerals are names of the same three metrics, by language.
var numerals = [...]struct {
	language string
	names    [3]string
}{
	{"en", [3]string{"one", "two", "three"}},
	{"fr", [3]string{"un", "deux", "trois"}},
	{"dk", [3]string{"et", "to", "tre"}},
	{"es", [3]string{"unos", "dos", "tres"}},
}

func newerSecrets() []pmda.Metric {
	rows := []pmda.Metric{{
		Name: "secret.family", Item: 1012, Since: release.SampleMetrics63, InDom: family, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "the values of sample.needprofile, for anybody who asks",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.StringAtom(fmt.Sprintf("%02d", int(birthdays[r.Inst]))), nil
		},
	}}
	for _, n := range numerals {
		for i, name := range n.names {
			rows = append(rows, pmda.Metric{Name: "secret." + n.language + "." + name, Item: 1001 + uint16(i), Since: release.SampleMetrics63})
		}
	}
	return rows
}

// otherNames are further names of some metrics.
func (a *agent) otherNames() []pmda.Metric {
	var rows []pmda.Metric
	for _, n := range []struct {
		name string
		item uint16
	}{
		{"daemon_pid", 1}, {"pid_daemon", 1},
		{"two.seconds", 2}, {"two.bin", 6}, {"two.write_me", 36}, {"two.lights", 46}, {"two.float.ten", 16}, {"two.double.ten", 26},
		{"three.bin", 6}, {"three.write_me", 36},
		{"four.bin", 6}, {"four.colour", 5},
		{"five.bin", 6}, {"five.bucket", 48}, {"five.part_bin", 50}, {"five.long_bin", 103},
	} {
		rows = append(rows, pmda.Metric{Name: "dupnames." + n.name, Item: n.item})
	}
	return rows
}
