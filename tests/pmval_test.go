package tests

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp/archive/archivetest"
	"pcptools/tests/internal/conform"
)

// TestPmvalArchives compares pmval on random command lines over the archives
// of PCP's test suite.
func TestPmvalArchives(t *testing.T) {
	need.PCP(t)
	dir := need.Archives(t)
	comparePmval(t, dir, *seedFlag, cases(400))
}

// TestPmvalRandom does so over random archives, some of them damaged.
func TestPmvalRandom(t *testing.T) {
	need.PCP(t)
	seed, count := *seedFlag, cases(300)
	dir := t.TempDir()
	for i := range count/20 + 1 {
		damaged := i%4 == 0
		base := filepath.Join(dir, fmt.Sprintf("r%d", i))
		if damaged {
			base = filepath.Join(dir, fmt.Sprintf("damaged%d", i))
		}
		h := archivetest.Random(uint64(seed*1000+i), archivetest.Options{Plain: true})
		if err := h.Write(base); err != nil {
			t.Fatal(err)
		}
		if !damaged {
			continue
		}
		if err := archivetest.Damage(base, uint64(seed*1000+i)); err != nil {
			t.Fatal(err)
		}
	}
	comparePmval(t, dir, seed, count)
}

// comparePmval compares pmval on random command lines about the archives of
// a directory.
func comparePmval(t *testing.T, dir string, seed, count int) {
	g := pmvalLines{rng: rand.New(rand.NewPCG(uint64(seed), 0)), catalogs: catalogs(t, dir, 4<<20)}
	const files = 4 // side by side
	var all []*conform.File
	for i := range files {
		all = append(all, &conform.File{Name: fmt.Sprintf("seed%d-%d", seed, i)})
	}
	for i := range count {
		file := all[i%files]
		file.Cases = append(file.Cases, g.line(fmt.Sprintf("%s:%d", file.Name, i/files)))
	}
	compare(t, conform.Options{Dir: dir}, all...)
}

// pmvalLines makes up command lines. Each is about a metric of an archive, and
// samples it often enough to see something, but not too often.
type pmvalLines struct {
	rng      *rand.Rand
	catalogs []catalog
}

func (g *pmvalLines) line(at string) conform.Case {
	c := &g.catalogs[g.rng.IntN(len(g.catalogs))]
	m := &c.metrics[g.rng.IntN(len(c.metrics))]
	var args []string
	recorded := g.chance(4)
	source, metric := "-a", m.name
	if recorded {
		source = "-U"
	}
	if recorded || !g.chance(20) {
		args = append(args, source, c.name)
	} else {
		metric = c.name + "/" + metric
	}
	args = append(args, g.window(c)...)
	args = append(args, g.sampling(c, recorded)...)
	args = append(args, g.layout()...)
	args = append(args, g.zone()...)
	if len(m.instances) > 0 && g.chance(3) {
		if names := g.instances(m); g.chance(4) {
			metric += `["` + strings.Join(names, `","`) + `"]`
		} else {
			args = append(args, "-i", `"`+strings.Join(names, `","`)+`"`)
		}
	}
	var env []string
	if g.chance(8) {
		env = append(env, "PCP_COUNTER_WRAP=1")
	}
	args = append(args, metric)
	return conform.Case{Line: shellLine(env, "pmval", args), At: at, Env: env, Tool: "pmval", Args: args,
		Damaged: strings.HasPrefix(filepath.Base(c.name), "damaged")}
}

// chance is true once in n times.
func (g *pmvalLines) chance(n int) bool { return g.rng.IntN(n) == 0 }

func (g *pmvalLines) instances(m *catalogMetric) []string {
	var names []string
	for range 1 + g.rng.IntN(3) {
		names = append(names, pick(g.rng, m.instances...))
	}
	if g.chance(20) {
		names = append(names, "nosuch")
	}
	return names
}

// window chooses -S, -T, -O and -A.
func (g *pmvalLines) window(c *catalog) (args []string) {
	for _, option := range []string{"-S", "-O"} {
		if g.chance(2) {
			args = append(args, option, g.time(c))
		}
	}
	if g.chance(4) {
		args = append(args, "-T", g.time(c))
	}
	if g.chance(6) {
		args = append(args, "-A", g.interval(c.length/time.Duration(1+g.rng.IntN(40))))
	}
	return args
}

// time is a time in an archive, or near it.
func (g *pmvalLines) time(c *catalog) string {
	off := time.Duration(g.rng.Float64() * 1.05 * float64(c.length))
	switch g.rng.IntN(8) {
	case 0:
		return "-" + g.interval(off)
	case 1:
		return "+" + g.interval(off)
	case 2:
		return c.start.Add(off).UTC().Format("@ Mon Jan _2 15:04:05 2006")
	case 3:
		return c.start.Add(off).UTC().Format("@15:04:05.00")
	case 4:
		return c.start.Add(off).UTC().Format("2006-01-02 15:04:05")
	case 5:
		return pick(g.rng, "0", "-0", "1", "1sec", "", "@", "@0:00", "bogus", "-1min", "yesterday")
	}
	return g.interval(off)
}

func (g *pmvalLines) interval(d time.Duration) string {
	seconds := d.Seconds()
	kind := g.rng.IntN(5)
	if seconds < 1 {
		kind = 0 // the others would round it away
	}
	switch kind {
	case 0:
		return strconv.FormatFloat(seconds, 'g', 4, 64)
	case 1:
		return strconv.FormatFloat(seconds/60, 'f', 3, 64) + "min"
	case 2:
		return fmt.Sprintf("%dmsec", d.Milliseconds())
	case 3:
		return fmt.Sprintf("%d minutes %gs", int(seconds)/60, float64(int(seconds)%60))
	}
	return strconv.Itoa(int(seconds + 1))
}

// sampling chooses -t and -s, for at most some dozens of samples.
func (g *pmvalLines) sampling(c *catalog, recorded bool) (args []string) {
	if !recorded || g.chance(4) {
		args = append(args, "-t", g.interval(max(c.length/time.Duration(2+g.rng.IntN(40)), time.Millisecond)))
	}
	if recorded || g.chance(2) {
		args = append(args, "-s", strconv.Itoa(g.rng.IntN(25)))
	}
	return args
}

// layout chooses how values look.
func (g *pmvalLines) layout() (args []string) {
	if g.chance(3) {
		args = append(args, "-r")
	}
	if g.chance(4) {
		args = append(args, "-w", strconv.Itoa(1+g.rng.IntN(24)))
	}
	if g.chance(4) {
		args = append(args, "-f", strconv.Itoa(g.rng.IntN(10)))
	}
	if g.chance(8) {
		args = append(args, "-v")
	}
	if g.chance(4) {
		args = append(args, pick(g.rng, "-X", "-XX", "--timestamp"))
	}
	return args
}

func (g *pmvalLines) zone() []string {
	switch g.rng.IntN(8) {
	case 0:
		return []string{"-z"}
	case 1:
		return []string{"-Z", pick(g.rng, "EST", "EST5EDT", "UTC", "Asia/Tokyo", "XYZ-3:30", "Nowhere", ":Europe/Oslo")}
	}
	return nil
}

// shellLine writes a command line as one would type it.
func shellLine(env []string, tool string, args []string) string {
	words := append(append([]string{}, env...), tool)
	for _, arg := range args {
		if arg == "" || strings.ContainsAny(arg, " \t\n\"'\\$()[]*?;&|<>`") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}
