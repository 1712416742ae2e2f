package survey

import "pcptools/libpcp"

// texts are the help texts that have been asked for.
type texts map[libpcp.TextID]*libpcp.TextQuery

// ask appends the question for a help text.
func (t *texts) ask(queries []libpcp.Query, kind libpcp.TextKind, ident uint32) []libpcp.Query {
	id := libpcp.TextID{Kind: kind, Ident: ident}
	if (*t)[id] != nil {
		return queries
	}
	if *t == nil {
		*t = make(texts)
	}
	q := &libpcp.TextQuery{ID: id}
	(*t)[id] = q
	return append(queries, q)
}

// text is a help text, nil if it was not asked for or there is none.
func (t texts) text(kind libpcp.TextKind, ident uint32) *string {
	q := t[libpcp.TextID{Kind: kind, Ident: ident}]
	if q == nil || q.Err != nil {
		return nil
	}
	return &q.Text
}
