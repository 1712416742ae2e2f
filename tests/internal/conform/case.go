package conform

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/golden"
)

// Case is one command line.
type Case struct {
	Line string // as written in the case file
	At   string // FILE:LINE
	Env  []string
	Tool string
	Args []string

	// Endless says that the tools must be stopped. What they have printed until
	// then is compared as far as both have come.
	Endless bool

	// Damaged says that PCP's tool may crash, hang or show stray memory
	// on this input. Such a case shows only that ours do neither.
	Damaged bool
}

// File is a case file: command lines that are run in order on fresh worlds, and
// the files they find in their working directory.
//
// The format is txtar. Its comment holds one command line per line, in a
// shell's syntax: assignments, then words, with quotes and backslashes. The word
// endless before them says that the tools must be stopped. Empty lines and lines
// starting with # are skipped. Replaced are $PORT and $SOCKET,
// $PMNS (name space), $PMDAS (agents) and $SECURITY (certificates) of the world, and $ARCHIVES, the directory
// of the archives of PCP's test suite. See tests/testdata/live.
type File struct {
	Name    string // without directory and extension
	Cases   []Case
	Files   []txtar.File
	Damaged bool // all its cases are
}

// Load reads a case file.
func Load(path string) (*File, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(path)
	file := &File{Name: strings.TrimSuffix(base, filepath.Ext(base)), Files: archive.Files}
	number := 0
	for line := range strings.Lines(string(archive.Comment)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parseCase(line)
		c.At = fmt.Sprintf("%s:%d", base, number)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.At, err)
		}
		file.Cases = append(file.Cases, c)
	}
	return file, nil
}

func parseCase(line string) (Case, error) {
	c := Case{Line: line}
	line, c.Endless = strings.CutPrefix(line, "endless ")
	command, err := golden.ParseCommand(line)
	c.Env, c.Tool, c.Args = command.Environ, command.Tool, command.Args
	return c, err
}

// LoadAll reads all case files of a directory.
func LoadAll(dir string) ([]*File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: no case files", dir)
	}
	var files []*File
	for _, path := range paths {
		file, err := Load(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// expand replaces the variables of a case, for one of the two sides.
func (c Case) expand(vars func(string) string) Case {
	expand := func(words []string) []string {
		out := make([]string, len(words))
		for i, word := range words {
			out[i] = os.Expand(word, vars)
		}
		return out
	}
	c.Env, c.Args = expand(c.Env), expand(c.Args)
	return c
}
