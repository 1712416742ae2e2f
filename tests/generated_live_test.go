package tests

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestGeneratedLive compares made-up command lines on private worlds, where
// each line may change what the next one sees.
func TestGeneratedLive(t *testing.T) {
	need.PCP(t)
	seed, n := seed(), cases(400)
	generatedLive(t, conform.Options{Live: true}, generatedLiveLines(seed, n, optionsOf(t, nil)), seed)
}

// generatedLive compares made-up command lines with the files that they name.
func generatedLive(t *testing.T, opts conform.Options, lines []string, seed uint64) {
	var found []txtar.File
	given := generatedFiles()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		found = append(found, txtar.File{Name: name, Data: []byte(given[name])})
	}
	compare(t, opts, asFiles(t, "seed"+strconv.FormatUint(seed, 10), lines, 200, found)...)
}
