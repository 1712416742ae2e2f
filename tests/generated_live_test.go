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
	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/generate"
)

// TestGeneratedLive compares made-up command lines on private worlds, where
// each line may change what the next one sees. $SEED and $CASES widen the net:
//
//	SEED=7 CASES=5000 go test ./tests -run TestGeneratedLive
func TestGeneratedLive(t *testing.T) {
	need.PCP(t)
	seed, n := number[uint64](t, "SEED", 1), number(t, "CASES", 400)
	var found []txtar.File
	given := generate.LiveFiles()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		found = append(found, txtar.File{Name: name, Data: []byte(given[name])})
	}
	var files []*conform.File
	for lines := range slices.Chunk(generate.Live(seed, n, false), 200) {
		name := "seed" + strconv.FormatUint(seed, 10) + "-" + strconv.Itoa(len(files))
		path := filepath.Join(t.TempDir(), name+".txt")
		writeFile(t, path, strings.Join(lines, "\n")+"\n")
		file, err := conform.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Files = found
		files = append(files, file)
	}
	compare(t, conform.Options{Live: true}, files...)
}
