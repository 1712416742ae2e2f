package tests

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

// TestDerived compares the tools on derived metrics of the user's definition.
func TestDerived(t *testing.T) {
	need.PCP(t)
	need.Archives(t)
	t.Run("live", func(t *testing.T) { conformance(t, "derived/live", conform.Options{Live: true}) })
	t.Run("archive", func(t *testing.T) { conformance(t, "derived/archive", conform.Options{}) })
}

// TestGeneratedDerived compares the tools on made-up definitions over archives.
// A case is a file of definitions, and 5 command lines.
func TestGeneratedDerived(t *testing.T) {
	generatedDerived(t, nil, need.Archives(t), cases(60))
}

// generatedDerived compares the tools of a tree on files of made-up definitions
// over archives of a directory in it.
func generatedDerived(t *testing.T, in *tree.Tree, dir string, cases int) {
	seed := seed()
	conf := cmp.Or(*keepFlag, t.TempDir())
	var files []*conform.File
	nonsense := 0
	r := rand.New(rand.NewPCG(seed, 4))
	for i := range cases {
		if i%10 == 0 {
			files = append(files, &conform.File{Name: "seed" + strconv.FormatUint(seed, 10) + "-" + strconv.Itoa(i/10)})
		}
		subject := findSubject(in, dir, derivedArchives[i%len(derivedArchives)])
		name := filepath.Join(conf, "c"+strconv.Itoa(i))
		definitions := generatedDefinitions(seed*1_000_000+uint64(i), 8, describeOperands(in, dir, subject), in != nil)
		writeFile(t, name, definitions)
		span := max(int(subject.End.Sub(subject.Start).Seconds()), 2)
		at, every := r.IntN(span), 1+r.IntN(max(span/6, 1))
		file, first := files[len(files)-1], len(files[len(files)-1].Cases)
		env := "PCP_DERIVED_CONFIG="
		addLine(file, env, fmt.Sprintf("pminfo -a %s -c %s -dm x", subject.Name, name))
		addLine(file, env, fmt.Sprintf("pminfo -a %s -c %s -O %d -f x", subject.Name, name, at))
		addLine(file, env+name, fmt.Sprintf("pmprobe -a %s -O %d -v x", subject.Name, at))
		for range 2 {
			addLine(file, env+name, fmt.Sprintf("pmval -a %s -S %d -t %d -s 5 x.e%d", subject.Name, at/2, every, r.IntN(8)))
		}
		if ofNothing.MatchString(definitions) || refused(t, in, dir, subject.Name, name) {
			for i := first; i < len(file.Cases); i++ {
				file.Cases[i].Damaged = true
			}
			nonsense++
		}
	}
	t.Logf("%d of %d files of definitions are sound", cases-nonsense, cases)
	compare(t, conform.Options{Dir: dir, Tree: in}, files...)
}

// ofNothing finds functions that show stray memory, or crash, in PCP's
// library where their operand has no values.
var ofNothing = regexp.MustCompile(`\b(scalar|min|max)\(`)

// refused reports whether PCP's tool refuses some of the definitions in a
// file. After that it shows memory that it has freed, and sometimes crashes.
func refused(t *testing.T, in *tree.Tree, dir, archive, definitions string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // some do not end
	defer cancel()
	cmd := in.Command(ctx, in.Genuine("pminfo"), "-a", archive, "-c", definitions, "-d", "x")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PCP_DERIVED_CONFIG=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()                                                                   // its exit status is not our subject
	return ctx.Err() != nil || bytes.Contains(stderr.Bytes(), []byte("rror: ")) // syntax and semantic ones
}

// Archives of many kinds: numeric types of all sizes, counters that wrap,
// instances that come and go, interruptions.
var derivedArchives = []string{
	"reduce-1", "20041125", "20180415.09.16", "diff1", "rep", "gap", "bozo-disk", "all-irix-6.5.25", "value-test",
	"uwrap", "dm-io", "mirage", "20101004-trunc", "eventrec", "ace_v2", "babylon.percpu_v2", "20201109", "ok-mv-bigbin",
	"chartqa1", "wrap", "ok-interp", "moomba.pmkstat", "arch_a", "interpmark", "mirage-3", "markmerge",
}
