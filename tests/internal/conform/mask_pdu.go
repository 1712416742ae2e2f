package conform

import "regexp"

var pduLine = regexp.MustCompile(`^(2\|)\[[0-9]+\](pm(?:Xmit|Get)PDU: (\w+) fd=)`)

// pduMask masks what -D pdu shows: process numbers and times.
type pduMask struct {
	kind string // of the PDU whose words follow, "" for none
}

// maskedWords are the words of PDUs that hold them, by type.
var maskedWords = map[string][]int{"CREDS": {2}, "RESULT": {3, 4}, "HIGHRES_RESULT": {5, 6, 7}}

func (m *pduMask) line(line []byte) []byte {
	if found := pduLine.FindSubmatch(line); found != nil {
		m.kind = string(found[3])
		return pduLine.ReplaceAll(line, []byte("$1[#]$2"))
	}
	const start, width = len("2|000: "), 9
	for _, word := range maskedWords[m.kind] {
		if from := start + word*width; from+width <= len(line) {
			copy(line[from:], "       # ")
		}
	}
	m.kind = ""
	return line
}
