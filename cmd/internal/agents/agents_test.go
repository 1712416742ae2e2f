package agents

import (
	"strings"
	"testing"

	"pcptools/libpcp/release"
)

// TestTexts wants a line of help for every metric in the tables of the agents, under one
// of its names.
func TestTexts(t *testing.T) {
	type id struct{ domain, cluster, item uint16 }
	for _, b := range Builtin {
		a := b.New(release.Release{})
		rows := a.Rows
		for i := range a.Metrics {
			rows = append(rows[:len(rows):len(rows)], &a.Metrics[i])
		}
		helped := make(map[id]bool)
		for _, m := range rows {
			key := id{m.Domain, m.Cluster, m.Item}
			helped[key] = helped[key] || m.OneLine != ""
		}
		for _, m := range rows {
			secret := strings.HasPrefix(m.Name, "secret.") // of the sample agent, for which PCP has none
			if !secret && !helped[id{m.Domain, m.Cluster, m.Item}] {
				t.Errorf("%s: no help for %s", b.Name, m.Name)
			}
		}
	}
}
