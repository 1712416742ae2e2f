package pmcdplay

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// facts are the contents of replies about single names and metrics.
type facts struct {
	ids   map[string]fact[libpcp.PMID]      // by name
	descs map[libpcp.PMID]fact[libpcp.Desc] // by metric
}

// A fact is what a pmcd said of something, or the error that it had instead: 0
// if the reply did not say which.
type fact[T any] struct {
	value T
	found bool
	code  libpcp.Error
}

func newFacts() facts {
	return facts{make(map[string]fact[libpcp.PMID]), make(map[libpcp.PMID]fact[libpcp.Desc])}
}

// note notes a fact, unless a better one is known.
func note[K comparable, T any](m map[K]fact[T], key K, f fact[T]) {
	if old, ok := m[key]; !ok || !old.found && old.code == 0 {
		m[key] = f
	}
}

// learn keeps the facts in the reply to a question.
func (f *facts) learn(q question, reply []byte) {
	packets, err := split(reply)
	if err != nil || len(packets) == 0 {
		return
	}
	last := packets[len(packets)-1]
	var failure pdu.Error
	var ids pdu.PMNSIDs
	var desc pdu.Desc
	var descs pdu.Descs
	switch {
	case last.kind == pdu.TypeError && failure.Decode(last.b) == nil:
		f.learnError(q, failure.Code)
	case last.kind == pdu.TypePMNSIDs && ids.Decode(last.b) == nil && len(ids.IDs) == len(q.names):
		for i, name := range q.names {
			note(f.ids, name, fact[libpcp.PMID]{value: ids.IDs[i], found: ids.IDs[i] != libpcp.NullPMID})
		}
	case last.kind == pdu.TypeDesc && desc.Decode(last.b) == nil:
		note(f.descs, q.ids[0], fact[libpcp.Desc]{value: desc.Desc, found: true})
	case last.kind == pdu.TypeDescs && descs.Decode(last.b) == nil && len(descs.Descs) == len(q.ids):
		for i, id := range q.ids {
			note(f.descs, id, fact[libpcp.Desc]{value: descs.Descs[i], found: descs.Descs[i].PMID != libpcp.NullPMID})
		}
	}
}

// learnError notes an error that is the whole reply to a question about one.
func (f *facts) learnError(q question, code libpcp.Error) {
	if len(q.names) == 1 {
		note(f.ids, q.names[0], fact[libpcp.PMID]{code: code})
	}
	if len(q.ids) == 1 {
		note(f.descs, q.ids[0], fact[libpcp.Desc]{code: code})
	}
}

// answer puts the reply to a question together, or returns nil if something of
// it is not known.
func (f *facts) answer(q question) []byte {
	switch q.kind {
	case pdu.TypePMNSNames:
		found, code, ok := collect(f.ids, q.names)
		switch {
		case !ok:
			return nil
		case code != 0:
			return (&pdu.Error{Code: code}).Append(nil)
		}
		m := pdu.PMNSIDs{IDs: make([]libpcp.PMID, len(found))}
		for i, one := range found {
			if m.IDs[i] = libpcp.NullPMID; one.found {
				m.IDs[i] = one.value
				m.Status++
			}
		}
		return m.Append(nil)
	case pdu.TypeDescReq, pdu.TypeDescIDs:
		found, code, ok := collect(f.descs, q.ids)
		switch {
		case !ok:
			return nil
		case code != 0:
			return (&pdu.Error{Code: code}).Append(nil)
		case q.kind == pdu.TypeDescReq:
			return (&pdu.Desc{Desc: found[0].value}).Append(nil)
		}
		m := pdu.Descs{Descs: make([]libpcp.Desc, len(found))}
		for i, one := range found {
			if m.Descs[i].PMID = libpcp.NullPMID; one.found {
				m.Descs[i] = one.value
			}
		}
		return m.Append(nil)
	}
	return nil
}

// collect returns the facts about several. The code is the code of a fact that was
// asked about alone. It is not ok if a fact or such a code is missing.
func collect[K comparable, T any](m map[K]fact[T], keys []K) (found []fact[T], code libpcp.Error, ok bool) {
	for _, key := range keys {
		f, known := m[key]
		if !known {
			return nil, 0, false
		}
		found = append(found, f)
	}
	if len(found) == 1 && !found[0].found {
		return nil, found[0].code, found[0].code != 0
	}
	return found, 0, len(found) > 0
}
