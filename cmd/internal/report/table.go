package report

import "strconv"

// table writes tables for people: with borders and as wide as the terminal at
// most, and into a pipe as plain columns, a line for each row. Rows wait until
// all that belong into one table are known; a sample is a table of its own.
type table struct {
	Options
	kept [][]string
}

func (t *table) Begin(Header) error { return nil }

func (t *table) Write(r Record) error {
	s, isSample := r.(*Sample)
	if isSample {
		t.flush()
		t.Out.Write(append(appendTime(nil, s.Time, t.Zone), '\n'))
	}
	p := printer{zone: t.Zone, texts: t.Texts}
	r.rows(func(r row) {
		cells := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			cells[i] = printable(p.cell(c, &r), t.Width > 0)
		}
		t.kept = append(t.kept, cells)
	})
	if !isSample {
		return nil
	}
	t.flush()
	_, err := t.Out.Write([]byte("\n"))
	return err
}

func (t *table) End() error { return t.flush() }

// flush writes the rows that wait as one table, without the columns that none
// of them has anything in.
func (t *table) flush() error {
	if len(t.kept) == 0 {
		return nil
	}
	columns, rows := occupied(t.Columns, t.kept)
	t.kept = nil
	if t.Width > 0 {
		fit(columns, rows, t.Width)
	}
	g := grid{right: numbers(len(columns), rows[1:]), borders: t.Width > 0, bold: t.Bold}
	_, err := t.Out.Write(g.append(nil, rows))
	return err
}

// occupied returns the columns that have something in them, and their rows,
// the headings first.
func occupied(columns []Column, cells [][]string) (kept []Column, rows [][]string) {
	rows = make([][]string, 1+len(cells))
	for i, c := range columns {
		if empty(cells, i) {
			continue
		}
		kept = append(kept, c)
		rows[0] = append(rows[0], titles[c])
		for j := range cells {
			rows[j+1] = append(rows[j+1], cells[j][i])
		}
	}
	return kept, rows
}

func empty(cells [][]string, column int) bool {
	for _, row := range cells {
		if row[column] != "" {
			return false
		}
	}
	return true
}

// numbers tells which columns have nothing but numbers in them: they are
// aligned to the right.
func numbers(columns int, cells [][]string) []bool {
	only := make([]bool, columns)
	for i := range only {
		only[i] = true
		for _, row := range cells {
			if _, err := strconv.ParseFloat(row[i], 64); err != nil && row[i] != "" {
				only[i] = false
			}
		}
	}
	return only
}
