package main

import (
	"slices"
	"testing"

	"pcptools/libpcp"
)

// TestAboutMember has a command line with the password of another host.
func TestAboutMember(t *testing.T) {
	p := request{metrics: []libpcp.MetricSpec{{Metric: "kernel.all.load"}, {Metric: "hinv.ncpu"}}}
	got := p.aboutMember([]string{"pmval", "--hosts=web1?user=me&pass=secret,web2", "kernel.all.load", "hinv.ncpu"})
	if want := []string{"pmval", "kernel.all.load", "hinv.ncpu"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
