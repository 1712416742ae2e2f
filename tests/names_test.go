package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestNames compares the tools on name-space files.
func TestNames(t *testing.T) {
	need.PCP(t)
	need.Archives(t)
	conformance(t, "names", conform.Options{Live: true})
}

// TestGeneratedNames compares the tools on made-up name-space files, and
// pmgenmap on made-up lists.
func TestGeneratedNames(t *testing.T) {
	need.PCP(t)
	seed, cases := seed(), cases(400)
	dir := t.TempDir()
	names := &conform.File{Name: "names"}
	maps := &conform.File{Name: "maps"}
	options := []string{"-m -n", "-m -n", "-M -N", "-m a b.c -n", "1.1.1 1.2.3 7.0.1 -n"}
	for i := range cases / 2 {
		at := strconv.FormatUint(seed*1_000_000+uint64(i), 10)
		writeFile(t, filepath.Join(dir, "n"+at), generatedNameSpace(seed*1_000_000+uint64(i)))
		addLine(names, "PMCD_PORT=1 PCP_DERIVED_CONFIG=", "pminfo "+options[i%len(options)]+" n"+at)
		writeFile(t, filepath.Join(dir, "m"+at), generatedGenMap(seed*1_000_000+uint64(i)))
		addLine(maps, "PACKAGE_BUILD_DATE=today", "pmgenmap m"+at)
	}
	compare(t, conform.Options{Dir: dir}, names, maps)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func addLine(file *conform.File, env, line string) {
	words := strings.Fields(line)
	file.Cases = append(file.Cases, conform.Case{
		Line: line, At: fmt.Sprintf("%s %d", file.Name, len(file.Cases)),
		Env: strings.Fields(env), Tool: words[0], Args: words[1:],
	})
}

// TestGenMap compares pmgenmap with PCP's.
func TestGenMap(t *testing.T) {
	need.PCP(t)
	conformance(t, "genmap", conform.Options{})
}
