package hostile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// readClassic finds the values in a classic report.
func readClassic(text []byte, words []string) ([]report, error) {
	lines := strings.Split(string(text), "\n")
	switch words[0] {
	case "pminfo":
		return readPminfo(lines)
	case "pmprobe":
		if words[1] == "-v" || words[2] == "-v" {
			return readPmprobe(lines)
		}
	case "pmval":
		return readPmval(lines, words[len(words)-1])
	}
	return nil, nil
}

var infoValue = regexp.MustCompile(`^    (?:inst \[(\d+) or "(.*)"\] )?value (.*)$`)

// readPminfo reads blocks of lines, each under the name of a metric.
func readPminfo(lines []string) (reports []report, err error) {
	name := ""
	for _, line := range lines {
		m := infoValue.FindStringSubmatch(line)
		if m == nil {
			if line == "" { // which is before each metric
				name = ""
			} else if name == "" {
				name, _, _ = strings.Cut(line, " ")
			}
			continue
		}
		r := report{name: name, id: libpcp.NullPMID, inst: anyInst}
		if m[1] != "" {
			n, _ := strconv.Atoi(m[1])
			if r.inst = int32(n); m[2] != "???" {
				r.instance = m[2]
			}
		}
		if reports, err = r.of(reports, m[3]); err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// rawBytes are what is shown of a value that is not of its metric's type, or of
// a metric without a descriptor, perhaps behind guesses.
var rawBytes = regexp.MustCompile(` 0x[0-9a-f]+$|\[[0-9a-f]+\]$`)

// of adds the report with a value, unless that is missing.
func (r report) of(reports []report, text string) (_ []report, err error) {
	if text = strings.Trim(text, `"`); text == "?" || text == "???" || rawBytes.MatchString(text) {
		return reports, nil
	}
	if r.code, r.text, err = parseCode(text); err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	return append(reports, r), nil
}

// readPmprobe reads a line for each metric, without instances.
func readPmprobe(lines []string) (reports []report, err error) {
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		if n, err := strconv.Atoi(words[1]); err != nil || n <= 0 || n != len(words)-2 {
			continue
		}
		for _, word := range words[2:] {
			r := report{name: words[0], id: libpcp.NullPMID, inst: anyInst}
			if reports, err = r.of(reports, word); err != nil {
				return nil, err
			}
		}
	}
	return reports, nil
}

var (
	valRow     = regexp.MustCompile(`^\d\d:\d\d:\d\d\.\d{3} +(.*)$`)
	valColumns = regexp.MustCompile(`^ +inst\d( +inst\d)*$`)
)

// readPmval reads rows under the names of instances.
func readPmval(lines []string, name string) (reports []report, err error) {
	var columns []string
	for _, line := range lines {
		if valColumns.MatchString(strings.TrimRight(line, " ")) {
			columns = strings.Fields(line)
			continue
		}
		m := valRow.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], "No values") {
			continue
		}
		words := strings.Fields(m[1])
		for i, word := range words {
			r := report{name: name, id: libpcp.NullPMID, inst: anyInst}
			if len(columns) == len(words) {
				r.instance = columns[i]
			}
			if reports, err = r.of(reports, word); err != nil {
				return nil, err
			}
		}
	}
	return reports, nil
}
