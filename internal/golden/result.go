package golden

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// A Result is what a tool made of a command line.
type Result struct {
	Stdout, Stderr []byte
	Files          map[string][]byte // that it left in its directory, by name
	Status         int
}

// Text shows all of a result, line by line: standard output after 1|, standard
// error after 2|, files after their name and |, the status after "= ". Bytes
// stay as they are.
func (r *Result) Text() string {
	var b bytes.Buffer
	section(&b, "1", r.Stdout)
	section(&b, "2", r.Stderr)
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		section(&b, name, r.Files[name])
	}
	fmt.Fprintf(&b, "= %d\n", r.Status)
	return b.String()
}

func section(b *bytes.Buffer, name string, text []byte) {
	for line := range bytes.Lines(text) {
		b.WriteString(name + "|")
		b.Write(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			b.WriteString("\n\\ no newline at the end\n")
		}
	}
}
