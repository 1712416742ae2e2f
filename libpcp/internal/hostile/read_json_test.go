package hostile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// record is what matters of the records of all tools.
type record struct {
	Name    string
	PMID    string
	Type    string
	InDom   *string
	Values  []recordValue
	Old     []recordValue
	Metrics []record // of a sample
}

type recordValue struct {
	Instance *struct {
		ID   int32
		Name string
	}
	Value json.RawMessage
}

// readJSON reads one document with records, or, by line, one of each record,
// where what describes a metric comes before its samples.
func readJSON(text []byte, byLine bool) (reports []report, err error) {
	var records []record
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var doc struct {
			record
			Records []record
		}
		if err := d.Decode(&doc); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if records = append(records, doc.Records...); byLine {
			records = append(records, doc.record)
		}
	}
	described := make(map[string]record)
	for _, r := range records {
		if byLine && r.Type != "" {
			described[r.Name] = r
		}
		for _, m := range append(r.Metrics, r) {
			if d, ok := described[m.Name]; ok {
				m.PMID, m.Type, m.InDom = d.PMID, d.Type, d.InDom
			}
			some, err := m.reports()
			if err != nil {
				return nil, err
			}
			reports = append(reports, some...)
		}
	}
	return reports, nil
}

// reports are the values of a metric.
func (m *record) reports() (reports []report, err error) {
	id, _ := parsePMID(m.PMID)
	for _, v := range append(m.Values, m.Old...) {
		if len(v.Value) == 0 {
			continue
		}
		r := report{name: m.Name, id: id, kind: m.Type, inst: anyInst}
		if m.InDom != nil {
			r.indom = *m.InDom
		}
		if v.Instance != nil {
			r.inst, r.instance = v.Instance.ID, v.Instance.Name
		}
		if r.code, r.text, err = parseCode(strings.Trim(string(v.Value), `"`)); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// readCSV reads rows under names of columns. A value that was stored is none
// that was read.
func readCSV(text []byte) (reports []report, err error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		columns := make(map[string]string)
		for i, name := range rows[0] {
			columns[name] = row[i]
		}
		v := columns["value"]
		if old, stored := columns["old_value"]; stored {
			v = old
		}
		if v == "" {
			continue
		}
		id, _ := parsePMID(columns["pmid"])
		r := report{name: columns["metric"], id: id, kind: columns["type"], indom: columns["indom"], inst: anyInst}
		if text, ok := columns["instance_id"]; ok && text != "" {
			n, _ := strconv.Atoi(text)
			r.inst, r.instance = int32(n), columns["instance"]
		}
		if r.code, r.text, err = parseCode(v); err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// parsePMID reads an identifier as it is printed. That of a derived metric
// stands for none.
func parsePMID(text string) (libpcp.PMID, error) {
	var domain, cluster, item uint32
	_, err := fmt.Sscanf(text, "%d.%d.%d", &domain, &cluster, &item)
	if id := libpcp.NewPMID(domain, cluster, item); err == nil && !id.Derived() {
		return id, nil
	}
	return libpcp.NullPMID, err
}

// parseCode reads a value: a number, or a string with one.
func parseCode(text string) (code int, isText bool, err error) {
	number, isText := strings.CutPrefix(text, inserted)
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || f != float64(int(f)) {
		return 0, isText, fmt.Errorf("%q is no value", text)
	}
	return int(f), isText, nil
}
