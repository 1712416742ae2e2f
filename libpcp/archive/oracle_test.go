package archive

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

const suite = "/var/lib/pcp/testsuite"

// installed is how the libpcp behaves that is compared with: that of PCP 6.0.3.
var installed = Options{Release: release.Of(release.Version{Major: 6, Patch: 3})}

// buildOracle compiles the program that asks libpcp (C).
func buildOracle(t *testing.T) string {
	t.Helper()
	need.Headers(t)
	need.Archives(t)
	bin := filepath.Join(t.TempDir(), "oracle")
	out, err := exec.Command("gcc", "-O1", "-o", bin, "testdata/oracle.c", "-lpcp").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// ask runs a script through the oracle. It may die on the way: the genuine
// library does not survive everything.
func ask(t *testing.T, oracle, script string) (out []byte, survived bool) {
	t.Helper()
	cmd := exec.Command(oracle)
	cmd.Stdin = strings.NewReader(script)
	cmd.Env = append(os.Environ(), "PCP_DERIVED_CONFIG=", "TZ=UTC")
	out, err := cmd.Output()
	return out, err == nil
}

// archives lists the archives of the test suite but for the largest, and the
// sets of several.
func archives(t *testing.T) (names []string) {
	t.Helper()
	filepath.WalkDir(suite, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		plain, _ := expand.CutSuffix(path)
		base, isMeta := strings.CutSuffix(plain, ".meta")
		if info, err := d.Info(); isMeta && err == nil && info.Size() < 60_000 {
			names = append(names, base)
		}
		return nil
	})
	dir := filepath.Join(suite, "archives")
	for _, set := range []string{"multi", "multi-xz", "multi-xz-1k", "multi-corrupted"} {
		names = append(names, filepath.Join(dir, set))
	}
	for _, pair := range []string{"ok-foo ok-foo", "ok-foo ok-foo.meta", "instant-1 instant-base",
		"schizo-A schizo-B", "mark_no_mark_0 mark_no_mark_2 mark_no_mark_1", "tzchange-11-b tzchange-11-a"} {
		members := strings.Fields(pair)
		for i := range members {
			members[i] = filepath.Join(dir, members[i])
		}
		names = append(names, strings.Join(members, ","))
	}
	return names
}

// damaged lists archives on which results differ: libpcp (C) returns
// memory it has freed, or dies.
var damaged = []string{
	"badarchives/badlog-3", // records before the start of the archive
	"badarchives/badti-2",  // volume -1 in the index: no fetch without a mode
	"badarchives/badti-3",  // index of volumes that are not there
	"badarchives/badlen-1", // after an error, only the position differs
}

func isDamaged(name string) bool {
	return slices.ContainsFunc(damaged, func(d string) bool { return strings.HasSuffix(name, d) })
}

// TestGenuineLibrary compares everything an archive can be asked with the
// answers of the installed libpcp, on the archives of PCP's test suite.
func TestGenuineLibrary(t *testing.T) {
	oracle := buildOracle(t)
	for _, name := range archives(t) {
		t.Run(strings.TrimPrefix(name, suite+"/"), func(t *testing.T) {
			t.Parallel()
			for _, script := range scripts(name) {
				compare(t, oracle, script)
			}
		})
	}
}

func compare(t *testing.T, oracle, script string) {
	t.Helper()
	var got bytes.Buffer
	if err := dump(&got, strings.NewReader(script)); err != nil {
		t.Fatal(err)
	}
	compareOutput(t, oracle, script, got.Bytes())
}

// compareOutput compares what a script has printed with what libpcp says.
func compareOutput(t *testing.T, oracle, script string, got []byte) {
	t.Helper()
	want, survived := ask(t, oracle, script)
	if bytes.Equal(got, want) {
		return
	}
	if !survived {
		t.Logf("the genuine library died in\n%s", script)
		return
	}
	ours, theirs := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			t.Fatalf("line %d is\n%.300s\nwant\n%.300s\nscript:\n%s", i+1, ours[i], theirs[i], script)
		}
	}
	t.Fatalf("%d lines, want %d, script:\n%s", len(ours), len(theirs), script)
}

// manyMetrics is how many make a replay so long that there is to be none.
const manyMetrics = 350

var (
	wide   = flag.Bool("wide", false, "replay all archives several times, in full")
	script = flag.String("script", "", "the `file` that TestScript runs")
)

// scripts is what to ask of an archive: everything there is to know, and some
// replays, chosen at random but always the same.
func scripts(name string) []string {
	open := "open " + name + "\n"
	facts := open + "names\nchildren kernel\nchildren pmcd\nchildren pmcd.pmlogger\nlookup pmcd nosuch\nlookup pmcd\ndescs\nindoms\nlabels\ntexts\n"
	if isDamaged(name) {
		return []string{facts}
	}
	list := []string{facts + "record 3\nindoms\nlabels\n"}
	a, err := Open(context.Background(), name, installed)
	if err != nil {
		return list
	}
	defer a.Close()
	records, times := 100, 2
	switch {
	case *wide:
		records, times = 3000, 6
	case a.meta.NameCount() > manyMetrics:
		return list
	}
	list = append(list, open+fmt.Sprintf("record %d\nrecord 2\nmode 3 -1 0 0 0\nrecord %[1]d\nlabels\nindoms\nmode 2 -1 0 0 0\neach 2\n", records))
	hash := fnv.New64()
	hash.Write([]byte(name))
	r := replays{Rand: rand.New(rand.NewPCG(hash.Sum64(), 1))}
	r.look(a)
	for range times {
		list = append(list, open+r.script())
	}
	list = append(list, open+r.script()+"dup\n"+r.fetch(2)+r.fetch(3))
	return list
}

// replays makes up replays of an archive.
type replays struct {
	*rand.Rand
	start, end time.Time
	ids        []libpcp.PMID
}

func (r *replays) look(a *Archive) {
	l, _ := sourcetest.Direct(a).Label()
	r.start = l.Start
	if end, err := sourcetest.Direct(a).End(context.Background()); err == nil {
		r.end = end
	} else {
		r.end = l.Start.Add(10 * time.Second)
	}
	a.meta.EachName(func(_ string, id libpcp.PMID, _ bool) { r.ids = append(r.ids, id) })
}

func (r *replays) script() string {
	span := max(r.end.Sub(r.start), 1)
	mode := []libpcp.Mode{libpcp.ModeInterp, libpcp.ModeInterp, libpcp.ModeInterp, libpcp.ModeForw, libpcp.ModeBack}[r.IntN(5)]
	at := []time.Time{r.start, r.end, r.start.Add(span / 2), r.start.Add(time.Duration(r.Int64N(int64(span))))}[r.IntN(4)]
	step := max(span/[]time.Duration{3, 7, 20, 50, 100}[r.IntN(5)], 1)
	step = []time.Duration{step, step.Truncate(time.Millisecond) + time.Millisecond, time.Second, time.Second / 2}[r.IntN(4)]
	sign := []time.Duration{1, -1}[r.IntN(2)]
	script := fmt.Sprintf("mode %d %d %d %d %d\n", mode, at.Unix(), at.Nanosecond(),
		sign*(step/time.Second), sign*(step%time.Second))
	script += r.fetch(3 + r.IntN(25))
	if r.IntN(3) == 0 {
		script += r.fetch(3) + "fetch 2 all\n"
	}
	if mode != libpcp.ModeInterp {
		script += "record 3\n"
	}
	return script
}

func (r *replays) fetch(n int) string { return fmt.Sprintf("fetch %d %s\n", n, r.metrics()) }

func (r *replays) metrics() string {
	if len(r.ids) == 0 || r.IntN(3) == 0 {
		return "all"
	}
	var words []string
	for range 1 + r.IntN(4) {
		id := fmt.Sprintf("%08x", uint32(r.ids[r.IntN(len(r.ids))]))
		if !slices.Contains(words, id) { // twice would hang libpcp (C)
			words = append(words, id)
		}
	}
	return strings.Join(words, " ")
}

// TestScript runs the script of the flag -script and prints what it finds, to
// be compared by hand with what the program in testdata prints.
func TestScript(t *testing.T) {
	if *script == "" {
		return
	}
	f, err := os.Open(*script)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := dump(os.Stdout, f); err != nil {
		t.Fatal(err)
	}
}

// TestHistory has calls whose answers depended on those before, but not as
// libpcp's do.
func TestHistory(t *testing.T) {
	oracle := buildOracle(t)
	for name, calls := range map[string]string{
		// a start before the archive's, when the first values are known
		"ok-bigbin": "mode 1 925732352 647317000 60 0\nfetch 1 07400005\nmode 1 925732351 647317000 4 0\nfetch 1 07400005\nfetch 3 07400005",
		// the same, where the index is wrong about the end
		"pcp-mpstat3": "mode 1 1470162173 278673000 2 0\nfetch 1 0f000020\nfetch 2 0f000020",
		// an index entry that cannot be used until the last volume is read
		"20190628.04.03": "mode 1 1561658735 450816125 -3 -882625\nfetch 1 0f00040a",
		// values of metrics that were not asked for last
		"mark-bug": "mode 1 868414156 933892000 9 704898333\nfetch 1 0040280c 0040280a\nfetch 1 0041480a 00800c03 0041480b 00406414\n" +
			"mode 1 868414293 575703143 -130 -702235000\nfetch 1 00402809 0040280c 00800c03\n" +
			"mode 1 868414178 928075000 44 7981000\nfetch 1 0040280a\nfetch 1 00402808 00404802 00800c00\nfetch 1 00406414 0040280a 00402809",
		// a metric without a next value
		"binning": "mode 1 904201100 189415000 -2336 -815538000\nfetch 1 07400046 00800c03\nfetch 1 07400003 00800c02",
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, oracle, "open "+filepath.Join(suite, "archives", name)+"\n"+calls+"\n")
		})
	}
}
