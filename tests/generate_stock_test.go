package tests

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/libpcp/pmns"
)

// installedNames lists the metrics of a tree's installed name space.
func installedNames(t *tree.Tree) ([]string, error) {
	names, err := pmns.Load(t.Path(t.Conf("PCP_VAR_DIR")+"/pmns/root"), pmns.Options{Plain: true})
	if err != nil {
		return nil, err
	}
	return libpcp.NewContext(pmns.NamesOnly(names)).Traverse(context.Background(), "")
}

// generatedStockLines makes up n command lines for a pmcd with the agents that describe a
// machine, about some of the metrics named and derived. They ask what is the
// same for two such pmcds: metadata, and few values.
func generatedStockLines(seed uint64, n int, names, derived []string) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 5))}
	var steady, plural []string
	for _, name := range names {
		if steadyName(name) {
			steady = append(steady, name)
		}
		if !strings.HasPrefix(name, "proc.") && !strings.HasPrefix(name, "cgroup.") && !strings.HasPrefix(name, "pmcd.") {
			plural = append(plural, name)
		}
	}
	some := func(from []string, most int) string {
		var words []string
		for range 1 + g.IntN(most) {
			name := pick(g, from)
			if g.odds(6) {
				name = parent(name)
			}
			words = append(words, quote(name))
		}
		return strings.Join(words, " ")
	}
	lines := make([]string, n)
	for i := range lines {
		var line string
		switch g.IntN(11) {
		case 0, 1:
			line = "pminfo " + g.reports("dmMtT", "-d") + " " + some(names, 6)
		case 2, 3:
			line = "pminfo " + g.reports("dmMtTI", "-dm") + " " + some(derived, 4) + pick(g, []string{"", " " + pick(g, names)})
		case 4:
			line = "pminfo " + pick(g, []string{"-e", "-e -b 1", "-de", "-eI", "-1I", "-d -b 3"}) + " " + some(names, 8)
		case 5:
			line = "pmprobe " + some(derived, 5)
		case 6:
			line = "pmprobe " + pick(g, []string{"-I", "-i", "-fI", "-F", "", "-b 2"}) + " " + some(steady, 6)
		case 7:
			line = "pminfo " + g.reports("fdmtTlsI", "-f") + " " + some(steady, 5)
		case 8:
			line = "pmval -s 1 " + pick(g, []string{"", "-r ", "-f 3 ", "-w 12 "}) + pick(g, steady)
		case 9:
			line = "pminfo " + g.reports("dmMls", "-ls") + " " + some(plural, 4)
		default:
			line = "pmprobe " + some(plural, 5)
		}
		if !g.odds(3) {
			line = "PCP_DERIVED_CONFIG=" + "/var/lib/pcp/config/derived " + line
		}
		lines[i] = line
	}
	return lines
}

// reports is some of pminfo's options for reports.
func (g *generator) reports(letters, otherwise string) string {
	var b strings.Builder
	for _, r := range letters {
		if g.odds(4) {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return otherwise
	}
	return "-" + b.String()
}

// steadyName reports whether a metric's values and instances change neither
// with time nor with who asks.
func steadyName(name string) bool {
	return slices.ContainsFunc([]string{"hinv.", "kernel.uname.", "ipc.msg.max", "ipc.shm.max", "quota.", "sysfs.", "tape."},
		func(prefix string) bool { return strings.HasPrefix(name, prefix) }) &&
		!strings.Contains(name, "clock") && !strings.Contains(name, "governor") && !strings.Contains(name, "frequency")
}
