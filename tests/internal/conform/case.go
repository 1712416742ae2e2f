package conform

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
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

	// Damaged says that the genuine tool may crash, hang or show stray memory
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
	words, err := split(line)
	if err != nil {
		return c, err
	}
	if len(words) > 0 && words[0] == "endless" {
		c.Endless, words = true, words[1:]
	}
	for len(words) > 0 && isAssignment(words[0]) {
		c.Env = append(c.Env, words[0])
		words = words[1:]
	}
	if len(words) == 0 {
		return c, errors.New("no command")
	}
	c.Tool, c.Args = words[0], words[1:]
	return c, nil
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

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	if !ok || name == "" || unicode.IsDigit(rune(name[0])) {
		return false
	}
	for _, r := range name {
		if r != '_' && !unicode.IsUpper(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// split splits a line into words as a shell does; variables are left alone.
func split(line string) (words []string, err error) {
	var word []rune
	inWord, escaped := false, false
	quote := rune(0)
	for _, r := range line {
		switch {
		case escaped:
			word, escaped = append(word, r), false
		case r == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && unicode.IsSpace(r):
			if inWord {
				words = append(words, string(word))
			}
			word, inWord = nil, false
		default:
			word, inWord = append(word, r), true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("unfinished quotation: %s", line)
	}
	if inWord {
		words = append(words, string(word))
	}
	return words, nil
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
