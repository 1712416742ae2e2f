package metricset

import (
	"fmt"
	"strings"
)

// A section is what stands below a name in brackets: settings, in order.
type section struct {
	name     string
	settings []setting
	err      error // what cannot be read, if anything
}

type setting struct {
	key, value string
	more       []string // the lines that continue the value, until all are read
	line       int
}

// Limits of a file.
const (
	maxBytes    = 1 << 20 // of all files of a place
	maxSettings = 4096    // in a section
)

// parse reads the text of a file. A line that cannot be read spoils its section
// only.
func parse(file, text string) []*section {
	var sections []*section
	var current *section
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case line[0] == '[':
			name, rest, closed := strings.Cut(line[1:], "]")
			current = &section{name: name}
			if !closed || rest != "" || name == "" {
				current.err = fmt.Errorf("%s:%d: a section is [NAME]", file, number)
			}
			sections = append(sections, current)
		case current == nil:
			current = &section{err: fmt.Errorf("%s:%d: there is no section above", file, number)}
			sections = append(sections, current)
		default:
			if err := current.add(line, number); err != nil && current.err == nil {
				current.err = fmt.Errorf("%s:%d: %w", file, number, err)
			}
		}
	}
	for _, s := range sections {
		s.join()
	}
	return sections
}

// join completes the values of several lines.
func (s *section) join() {
	for i := range s.settings {
		if one := &s.settings[i]; one.more != nil {
			one.value, one.more = strings.TrimLeft(one.value+" "+strings.Join(one.more, " "), " "), nil
		}
	}
}

// add adds a line: a setting, or, if it begins with white space, more of the last.
func (s *section) add(line string, number int) error {
	if line[0] == ' ' || line[0] == '\t' {
		if len(s.settings) == 0 {
			return fmt.Errorf("there is no setting above")
		}
		last := &s.settings[len(s.settings)-1]
		last.more = append(last.more, strings.TrimSpace(line))
		return nil
	}
	at := strings.IndexAny(line, "=:")
	if at < 1 {
		return fmt.Errorf("a setting is KEY = VALUE")
	}
	if len(s.settings) == maxSettings {
		return fmt.Errorf("there are more than %d settings", maxSettings)
	}
	value := strings.ReplaceAll(strings.TrimSpace(line[at+1:]), "%%", "%")
	s.settings = append(s.settings, setting{key: strings.TrimSpace(line[:at]), value: value, line: number})
	return nil
}
