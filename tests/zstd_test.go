package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

const zstdLines = `
	pminfo -a all/foo
	pminfo -a all
	pminfo -a all/foo.0
	pminfo -a all/foo.0.zst
	pmprobe -v -a all/foo.meta.zst sample.bin
	pmval -s 3 -a data/foo sample.seconds
	pminfo -a data
	pminfo -a data/foo.0.zst
	pminfo -a metadata/foo
	pminfo -a metadata/foo.0
	pmval -s 3 -a index/foo sample.seconds
	pmprobe -v -a index/foo.index.zst sample.bin
	pminfo -a index,data`

// TestZstd compares the tools of each release on archives of which all, the
// metadata, the index or the data are .zst files, which the oldest does not see.
func TestZstd(t *testing.T) {
	archives, dir := need.Archives(t), t.TempDir()
	pack, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, suffixes := range map[string]string{"all": ".meta .index .0", "metadata": ".meta", "index": ".index", "data": ".0"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, suffix := range []string{".meta", ".index", ".0"} {
			path := filepath.Join(dir, name, "foo"+suffix)
			text, err := os.ReadFile(filepath.Join(archives, "ok-foo"+suffix))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(suffixes, suffix) {
				path, text = path+".zst", pack.EncodeAll(text, nil)
			}
			writeFile(t, path, string(text))
		}
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		file := &conform.File{Name: "zstd"}
		for line := range strings.Lines(zstdLines) {
			if line = strings.TrimSpace(line); line != "" {
				addLine(file, "PCP_DERIVED_CONFIG=", line)
			}
		}
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}
