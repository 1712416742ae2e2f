package tests

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/internal/world"
	"pcptools/tests/internal/conform"
)

// releases are those that the tools reproduce, beside this machine's.
var releases = []string{"6.3.8", "7.2.2"}

// TestReleases compares the tools with those of other releases, each in its own
// tree: package tree.
//
//	go test ./tests -v -run TestReleases/7.2.2/archives -seed 7 -cases 500
func TestReleases(t *testing.T) {
	tools, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range releases {
		t.Run(version, func(t *testing.T) {
			if in, ok := theRelease(t, version, tools); ok {
				testRelease(t, in)
			}
		})
	}
}

func testRelease(t *testing.T, in *tree.Tree) {
	seed, n := seed(), cases(100)
	archives, tools := filepath.Join(in.Conf("PCP_VAR_DIR"), "testsuite", "archives"), optionsOf(t, in)
	t.Run("archives", func(t *testing.T) {
		subjects := subjectsOf(t, in, archives)
		t.Run("plain", func(t *testing.T) {
			generatedIn(t, in, archives, seed, underived(generatedLines(seed, n, tools, subjects)))
		})
		t.Run("derived", func(t *testing.T) { generatedIn(t, in, archives, seed+1, generatedLines(seed+1, n, tools, subjects)) })
	})
	t.Run("badarchives", func(t *testing.T) {
		dir := filepath.Join(filepath.Dir(archives), "badarchives")
		generatedIn(t, in, dir, seed, underived(generatedLines(seed, n/5, tools, subjectsOf(t, in, dir))))
	})
	t.Run("random", func(t *testing.T) { randomArchives(t, in, seed, seed+uint64(n/200)) })
	t.Run("handmade", func(t *testing.T) { handmade(t, in) })
	t.Run("genmap", func(t *testing.T) { conformance(t, "genmap", conform.Options{Tree: in}) })
	t.Run("live", func(t *testing.T) { generatedLive(t, liveIn(in), generatedLiveLines(seed, n/5, tools), seed) })
	t.Run("stock", func(t *testing.T) {
		opts := liveIn(in)
		opts.World.Linux = true
		names, err := installedNames(in)
		if err != nil {
			t.Fatal(err)
		}
		lines := generatedStockLines(seed, n/5, names, slices.Sorted(maps.Keys(shippedDefinitions(t, in))))
		compare(t, opts, asFiles(t, "seed"+strconv.FormatUint(seed, 10), lines, 100, nil)...)
	})
	t.Run("derived-shipped", func(t *testing.T) { shippedDerived(t, in, archives) })
	t.Run("derived-generated", func(t *testing.T) { generatedDerived(t, in, archives, n/20) })
	for _, dir := range []string{"derived/live", "derived/archive"} {
		t.Run("cases-"+strings.ReplaceAll(dir, "/", "-"), func(t *testing.T) {
			opts := conform.Options{Dir: archives, Tree: in}
			if dir == "derived/live" {
				opts = liveIn(in)
			}
			conformance(t, dir, opts)
		})
	}
	for _, dir := range []string{"live", "local", "names"} {
		t.Run("cases-"+dir, func(t *testing.T) { conformance(t, dir, liveIn(in)) })
	}
	t.Run("cases-archive", func(t *testing.T) {
		conformance(t, "archive", conform.Options{Dir: archives, Tree: in})
	})
}

// liveIn has tools and pmcds of a tree.
func liveIn(in *tree.Tree) conform.Options {
	return conform.Options{Live: true, Tree: in, World: world.Options{Tree: in}}
}

// TestCombinations compares the tools as each release's on pmcds of each.
func TestCombinations(t *testing.T) {
	need.PCP(t)
	need.File(t, world.PasswordTool)
	tools, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	trees := []*tree.Tree{nil}
	for _, version := range releases {
		if in, ok := theRelease(t, version, tools); ok {
			trees = append(trees, in)
		}
	}
	for _, client := range trees {
		for _, server := range trees {
			t.Run(client.Conf("PCP_VERSION")+"-asks-"+server.Conf("PCP_VERSION"), func(t *testing.T) {
				conformance(t, "combinations", conform.Options{
					Live:  true,
					Tree:  client,
					World: world.Options{Tree: server, Secure: true},
				})
			})
		}
	}
}

// generatedIn compares made-up command lines on the archives of a directory of a
// tree.
func generatedIn(t *testing.T, in *tree.Tree, dir string, seed uint64, lines []string) {
	compare(t, conform.Options{Dir: dir, Tree: in}, archiveFiles(t, dir, seed, lines)...)
}

// underived has the lines run without derived metrics.
func underived(lines []string) []string {
	for i := range lines {
		lines[i] = "PCP_DERIVED_CONFIG= " + lines[i]
	}
	return lines
}

// asFiles makes case files of command lines.
func asFiles(t *testing.T, name string, lines []string, perFile int, found []txtar.File) []*conform.File {
	var files []*conform.File
	for some := range slices.Chunk(lines, perFile) {
		path := filepath.Join(t.TempDir(), name+"-"+strconv.Itoa(len(files))+".txt")
		writeFile(t, path, strings.Join(some, "\n")+"\n")
		file, err := conform.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Files = found
		files = append(files, file)
	}
	return files
}

// theRelease returns the tree of a release, nil for that of this machine. It
// is false for one that can be had no more; see [tree.MovedOn].
func theRelease(t *testing.T, version string, shared ...string) (*tree.Tree, bool) {
	var this *tree.Tree
	if this.Conf("PCP_VERSION") == version {
		need.PCP(t)
		return nil, true
	}
	next, err := tree.MovedOn(version)
	if err != nil {
		t.Fatal(err)
	}
	if next != "" {
		t.Logf("unstable has PCP %s now; only recordings of %s can be compared", next, version)
		return nil, false
	}
	return need.Tree(t, version, shared...), true
}
