package survey

import "pcptools/libpcp"

// askText appends the question for a help text.
func (s *Survey) askText(queries []libpcp.Query, kind libpcp.TextKind, ident uint32) []libpcp.Query {
	id := libpcp.TextID{Kind: kind, Ident: ident}
	if s.texts[id] != nil {
		return queries
	}
	q := &libpcp.TextQuery{ID: id}
	s.texts[id] = q
	return append(queries, q)
}

// text is a help text, nil if it was not asked for or there is none.
func (s *Survey) text(kind libpcp.TextKind, ident uint32) *string {
	q := s.texts[libpcp.TextID{Kind: kind, Ident: ident}]
	if q == nil || q.Err != nil {
		return nil
	}
	return &q.Text
}
