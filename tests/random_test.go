package tests

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

// TestRandom compares the tools on random archives. Damaged ones are compared for
// properties, by TestCampaignDamage of package archive.
func TestRandom(t *testing.T) {
	need.PCP(t)
	randomArchives(t, nil, seed(), seed()+uint64(cases(25))-1)
}

// randomArchives compares the tools of a tree on random archives.
func randomArchives(t *testing.T, in *tree.Tree, first, last uint64) {
	dir := t.TempDir()
	whole := &conform.File{Name: "whole"}
	for seed := first; seed <= last; seed++ {
		h := archivetest.Random(seed, archivetest.Options{})
		name := fmt.Sprintf("r%d", seed)
		if err := h.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		addCases(whole, wholeLines, name, h)
	}
	compare(t, conform.Options{Dir: dir, Tree: in}, whole)
}

// What is run on each archive. ARCHIVE is its name, FIRST and METRIC are the
// first and the last of its metrics.
const (
	wholeLines = `
		pminfo -a ARCHIVE
		pminfo -dmtTl -a ARCHIVE
		pminfo -f -a ARCHIVE
		pminfo -fx -a ARCHIVE
		pminfo -lsI -a ARCHIVE
		pminfo -f -O 10 -a ARCHIVE METRIC
		pminfo -f -O -0 -a ARCHIVE
		pminfo -f -a ARCHIVE shared top.mid
		pmprobe -v -a ARCHIVE
		pmprobe -I -O 5.5 -a ARCHIVE
		pmprobe -i -O -1 -a ARCHIVE
		pmval -t 0.5 -s 40 -a ARCHIVE METRIC
		pmval -r -t 1 -s 40 -a ARCHIVE FIRST
		pmval -t 7 -f 3 -w 9 -a ARCHIVE FIRST
		pmval -t 250msec -S 2 -T -1 -s 30 -a ARCHIVE METRIC
		pmval -t 20 -S -50 -a ARCHIVE FIRST
		pmval -r -t 2 -S 1 -s 30 -a ARCHIVE FIRST
		pmval -t 3 -O -20 -s 10 -a ARCHIVE METRIC
		pmval -U ARCHIVE METRIC
		pmval -x -t 3 -A 5 -s 8 -a ARCHIVE FIRST`
)

func addCases(file *conform.File, lines, name string, h *archivetest.History) {
	replace := strings.NewReplacer("ARCHIVE", name,
		"METRIC", h.Metrics[len(h.Metrics)-1].Names[0], "FIRST", h.Metrics[0].Names[0])
	for line := range strings.Lines(replace.Replace(lines)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		words := strings.Fields(line)
		file.Cases = append(file.Cases, conform.Case{
			Line: line, At: fmt.Sprintf("%s %d", file.Name, len(file.Cases)),
			Env:  []string{"PCP_DERIVED_CONFIG="}, // they are tested elsewhere
			Tool: words[0], Args: words[1:],
		})
	}
}
