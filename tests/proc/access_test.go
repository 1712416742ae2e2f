package proc

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/pmda/proc"
	"pcptools/libpcp/release"
)

// answers are whether metrics have values, however many, and attributes of clients.
var answers = regexp.MustCompile(`(?m)^(?:  (3\.\d+\.\d+) \(\S+\): (numval: )[1-9]|  (3\.\d+\.\d+) \(\S+\): (.*)|Attribute: (.*))`)

// TestCampaignAccess asks the agents, which run as this user, for all metrics but those of
// hotproc (see [TestHotUnknown]): as a client that is not known, as others and as root. The same
// metrics have values.
func TestCampaignAccess(t *testing.T) {
	d := buildDaemons(t)
	installed, err := release.Choose(os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	agent := pmdatest.Open(t, proc.NewFor(installed))
	var ids []string
	for _, name := range agent.Metrics() {
		if strings.HasPrefix(name, "hotproc.") {
			continue
		}
		ids = append(ids, agent.Desc(name).PMID.String())
	}
	if len(ids) < 150 {
		t.Fatalf("%d metrics", len(ids))
	}
	var requests strings.Builder
	for _, attributes := range []string{"", "attr 11 \"65534\"\n", "attr 12 \"65534\"\n", "attr 11 \"0\"\nattr 12 \"0\"\n"} {
		requests.WriteString(attributes)
		for some := range slices.Chunk(ids, 40) {
			requests.WriteString("fetch " + strings.Join(some, " ") + "\n")
		}
	}
	want, got := d.both(t, mostLooks, func(agent string) string {
		var with []string
		for _, answer := range answers.FindAllStringSubmatch(d.ask(agent, "", t.TempDir(), requests.String()), -1) {
			with = append(with, strings.Join(answer[1:], " "))
		}
		return strings.Join(with, "\n")
	})
	if want != got || strings.Count(want, "\n") < 4*len(ids)*9/10 {
		t.Errorf("%d metrics, %d answers of the genuine agent", len(ids), strings.Count(want, "\n"))
	}
}
