package conform

import (
	"bytes"
	"regexp"
)

var (
	valHeader = regexp.MustCompile(`^1\|(metric|semantics|host|samples): +(.*)\n$`)
	valRow    = regexp.MustCompile(`^1\|[-+0-9.E?! ]+\n$`)
	valNumber = regexp.MustCompile(`[-+0-9.E ]+`)
	valEvent  = regexp.MustCompile(`^1\|  [0-9:]{8}\.[0-9]+ --- event record `)
)

// pmvalMask masks what pmval prints. Rates depend on how much time has passed
// between samples; of them only the columns are compared.
type pmvalMask struct {
	metric string
	rates  bool
}

// line masks the next line, if it is pmval's to mask.
func (m *pmvalMask) line(line []byte) []byte {
	if h := valHeader.FindSubmatch(line); h != nil {
		switch string(h[1]) {
		case "metric":
			*m = pmvalMask{metric: string(h[2])}
		case "semantics":
			m.rates = bytes.HasSuffix(h[2], []byte("(converting to rate)"))
		}
		return line
	}
	switch {
	case valEvent.Match(line):
		return timestamp.ReplaceAllFunc(line, hideDigits)
	case m.metric == "" || !valRow.Match(line):
		return line
	case m.rates:
		return append([]byte("1|"), valNumber.ReplaceAllFunc(line[2:], columns)...)
	}
	return maskFrom(line, len("1|"), m.metric)
}

// columns stands for a number and the blanks around it: they take as many
// columns together, wherever its point is.
func columns(number []byte) []byte { return bytes.Repeat([]byte("#"), len(number)) }

func hideDigits(text []byte) []byte { return digit.ReplaceAll(text, []byte("#")) }
