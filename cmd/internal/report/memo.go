package report

import (
	"time"

	"pcptools/libpcp"
)

// A memo has the texts that came before: in a long report they come again and
// again. A nil memo has none.
type memo struct {
	at    time.Time
	buf   []byte
	zone  *time.Location
	stamp string
	ids   map[libpcp.PMID]string
	doms  map[libpcp.InDom]string
	units map[libpcp.Units]string
}

// maxMemo is how many texts of a kind a memo has.
const maxMemo = 1024

func newMemo() *memo {
	return &memo{ids: make(map[libpcp.PMID]string), doms: make(map[libpcp.InDom]string), units: make(map[libpcp.Units]string)}
}

func (m *memo) idText(id libpcp.PMID) string {
	if m == nil {
		return id.String()
	}
	return remember(m.ids, id, libpcp.PMID.String)
}

func (m *memo) domainText(d libpcp.InDom) string {
	if m == nil {
		return d.String()
	}
	return remember(m.doms, d, libpcp.InDom.String)
}

func (m *memo) unitsText(u libpcp.Units) string {
	if m == nil {
		return u.String()
	}
	return remember(m.units, u, libpcp.Units.String)
}

// remember is the text of a value.
func remember[T comparable](texts map[T]string, v T, text func(T) string) string {
	known, ok := texts[v]
	if !ok {
		if len(texts) == maxMemo {
			clear(texts)
		}
		known = text(v)
		texts[v] = known
	}
	return known
}
