package tests

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestPmvalBlocks compares pmval on archives whose blocks have been made blocks of
// other types: values of real metrics that cannot be converted end it, each way of
// showing them with a message of its own.
func TestPmvalBlocks(t *testing.T) {
	need.PCP(t)
	source := filepath.Join(need.Archives(t), "diff1")
	dir := t.TempDir()
	file := &conform.File{Name: "blocks"}
	for _, b := range []struct {
		metric   string
		from, to []byte // what blocks of the metric begin with, and what instead
	}{
		{"sample.milliseconds", []byte{5, 0, 0, 12}, []byte{6, 0, 0, 12}},
		{"sample.float.write_me", []byte{4, 0, 0, 8}, []byte{6, 0, 0, 8}},
	} {
		for _, which := range []struct {
			name        string
			first, next int
		}{{"all", 0, 100}, {"first", 0, 3}, {"second", 3, 6}, {"third", 6, 9}} {
			name := fmt.Sprintf("%s-%s", b.metric, which.name)
			changeBlocks(t, source, filepath.Join(dir, name), b.from, b.to, which.first, which.next)
			for _, options := range []string{"-U", "-r -U", "-r -a"} {
				words := append(strings.Fields(options), name, b.metric)
				file.Cases = append(file.Cases, conform.Case{Line: shellLine(nil, "pmval", words), At: name, Tool: "pmval", Args: words})
			}
		}
	}
	compare(t, conform.Options{Dir: dir}, file)
}

// changeBlocks copies an archive; of the blocks that begin with some bytes, those
// from first to next begin with others.
func changeBlocks(t *testing.T, source, base string, from, to []byte, first, next int) {
	t.Helper()
	for _, part := range []string{".meta", ".index", ".0"} {
		data, err := os.ReadFile(source + part)
		if err != nil {
			t.Fatal(err)
		}
		if part == ".0" {
			pieces := bytes.Split(data, from)
			for i := range pieces[1:] {
				with := from
				if i >= first && i < next {
					with = to
				}
				pieces[i] = append(bytes.Clone(pieces[i]), with...)
			}
			data = bytes.Join(pieces, nil)
		}
		if err := os.WriteFile(base+part, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
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
