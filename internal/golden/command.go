package golden

import (
	"errors"
	"fmt"
	"strings"

	"pcptools/internal/cnum"
)

// A Command is a command line in its parts.
type Command struct {
	Environ []string // NAME=value
	Tool    string
	Args    []string
}

// ParseCommand reads a command line as a shell does: assignments of variables,
// then words, with quotes and backslashes. Variables are not replaced. All
// other bytes stand for themselves.
func ParseCommand(line string) (Command, error) {
	words, err := split(line)
	if err != nil {
		return Command{}, err
	}
	var c Command
	for len(words) > 0 && isAssignment(words[0]) {
		c.Environ = append(c.Environ, words[0])
		words = words[1:]
	}
	if len(words) == 0 {
		return Command{}, errors.New("no command")
	}
	c.Tool, c.Args = words[0], words[1:]
	return c, nil
}

// isAssignment reports whether a word begins with the name of a variable, in
// capital letters, and an equals sign.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && (name[0] < '0' || name[0] > '9') &&
		strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == ""
}

// split splits a line into words.
func split(line string) (words []string, err error) {
	var word []byte
	inWord, escaped := false, false
	quote := byte(0)
	for i := range len(line) {
		switch c := line[i]; {
		case escaped:
			word, escaped = append(word, c), false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && cnum.IsSpace(c):
			if inWord {
				words = append(words, string(word))
			}
			word, inWord = nil, false
		default:
			word, inWord = append(word, c), true
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
