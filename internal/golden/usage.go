package golden

import "strings"

// usageNote stands for a usage text, which is recorded once.
const usageNote = "2|(usage)\n"

// Usages are the usage texts of the tools, by tool and release: the recorded
// output of --help.
type Usages map[[2]string]string

// UsagesOf finds the usage texts in records.
func UsagesOf(records []Record) Usages {
	u := make(Usages)
	for _, r := range records {
		tool, ok := strings.CutSuffix(r.Line, " --help")
		if !ok || strings.Contains(tool, " ") {
			continue
		}
		for release, text := range r.Want {
			begin, end := strings.Index(text, "2|Usage: "), strings.LastIndex(text, "= ")
			if begin >= 0 {
				u[[2]string{tool, release}] = text[begin:end]
			}
		}
	}
	return u
}

// Shorten puts a note in the place of a usage text, but in the record that has
// it for all.
func (u Usages) Shorten(line, tool, release, text string) string {
	usage := u[[2]string{tool, release}]
	if usage == "" || line == tool+" --help" {
		return text
	}
	return strings.Replace(text, usage, usageNote, 1)
}

// Expand reverses Shorten.
func (u Usages) Expand(tool, release, text string) string {
	return strings.Replace(text, usageNote, u[[2]string{tool, release}], 1)
}
