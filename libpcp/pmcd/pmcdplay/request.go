package pmcdplay

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// A packet is a PDU, header included.
type packet struct {
	kind pdu.Type
	b    []byte
}

// split splits sent bytes into PDUs.
func split(sent []byte) ([]packet, error) {
	var packets []packet
	r := bytes.NewReader(sent)
	for {
		h, b, err := pdu.Read(r, nil, pdu.MaxLen)
		if err == io.EOF {
			return packets, nil
		}
		if err != nil {
			return nil, err
		}
		packets = append(packets, packet{h.Type, b})
	}
}

// requestKey is what a request asks, the same for all clients that ask it: without who
// sent it, the number of a context, the order of a profile, or a time. A request
// that makes no sense is its own key.
func requestKey(request []byte) string {
	packets, err := split(request)
	if err != nil {
		return string(request)
	}
	var key []byte
	for _, p := range packets {
		key = p.appendKey(key)
	}
	return string(key)
}

func (p packet) appendKey(dst []byte) []byte {
	start := len(dst)
	switch p.kind {
	case pdu.TypeProfile:
		var m pdu.Profile
		if m.Decode(p.b) == nil {
			m.Context = 0
			sortProfile(&m.Profile)
			return m.Append(dst)
		}
	case pdu.TypeFetch:
		var m pdu.Fetch
		if m.Decode(p.b) == nil {
			m.Context = 0
			return m.Append(dst)
		}
	case pdu.TypeHighResFetch:
		var m pdu.HighResFetch
		if m.Decode(p.b) == nil {
			m.Context = 0
			return m.Append(dst)
		}
	case pdu.TypeResult:
		var m pdu.Result
		if m.Decode(p.b) == nil {
			m.Time = time.Unix(0, 0)
			withoutClient(m.Sets)
			return m.Append(dst)
		}
	}
	dst = append(dst, p.b...)
	pdu.SetFrom(dst[start:], 0)
	return dst
}

func sortProfile(p *libpcp.Profile) {
	slices.SortFunc(p.InDoms, func(a, b libpcp.InDomProfile) int { return cmp.Compare(a.InDom, b.InDom) })
	for _, d := range p.InDoms {
		slices.Sort(d.Insts)
	}
}

// whoami is pmcd.client.whoami, by which a tool registers its name and address.
var whoami = libpcp.NewPMID(2, 6, 0)

// withoutClient takes the parts of a store that change with each run out.
func withoutClient(sets []libpcp.ValueSet) {
	for i := range sets {
		if sets[i].PMID == whoami {
			sets[i].Values = nil
		}
	}
}

// needsProfile reports whether the reply to a request depends on the profile.
func needsProfile(t pdu.Type) bool {
	return isFetch(t) || t == pdu.TypeLabelReq
}

func isFetch(t pdu.Type) bool { return t == pdu.TypeFetch || t == pdu.TypeHighResFetch }

// hasReply reports whether a pmcd replies to a PDU.
func hasReply(t pdu.Type) bool {
	return t != pdu.TypeCreds && t != pdu.TypeAttr && t != pdu.TypeProfile
}

// isMetadata reports whether a request changes nothing and does not ask for
// values: however often it is sent, the reply is the same.
func isMetadata(request []byte) bool {
	packets, err := split(request)
	if err != nil {
		return false
	}
	for _, p := range packets {
		if isFetch(p.kind) || p.kind == pdu.TypeResult {
			return false
		}
	}
	return len(packets) > 0
}

// describe is a request in words, for messages.
func describe(request []byte) string {
	packets, err := split(request)
	if err != nil || len(packets) == 0 {
		return fmt.Sprintf("% x", request)
	}
	p := packets[len(packets)-1]
	var names pdu.PMNSNames
	var fetch pdu.HighResFetch
	var descs pdu.DescIDs
	switch {
	case p.kind == pdu.TypePMNSNames && names.Decode(p.b) == nil:
		return fmt.Sprint(p.kind, " ", names.Names)
	case p.kind == pdu.TypeHighResFetch && fetch.Decode(p.b) == nil:
		return fmt.Sprint(p.kind, " ", fetch.IDs)
	case p.kind == pdu.TypeDescIDs && descs.Decode(p.b) == nil:
		return fmt.Sprint(p.kind, " ", descs.IDs)
	}
	return fmt.Sprintf("%s % x", p.kind, p.b[min(len(p.b), pdu.HeaderLen):])
}

// A fetch is a request for values, taken apart.
type fetch struct {
	kind    pdu.Type
	profile string // its key, or ""
	ids     []libpcp.PMID
}

// fetchOf reads a fetch; ok is false if a request is none.
func fetchOf(request []byte) (q fetch, ok bool) {
	packets, err := split(request)
	if err != nil || len(packets) == 0 {
		return q, false
	}
	last := packets[len(packets)-1]
	for _, p := range packets[:len(packets)-1] {
		q.profile += string(p.appendKey(nil))
	}
	q.kind = last.kind
	switch last.kind {
	case pdu.TypeFetch:
		var m pdu.Fetch
		err = m.Decode(last.b)
		q.ids = m.IDs
	case pdu.TypeHighResFetch:
		var m pdu.HighResFetch
		err = m.Decode(last.b)
		q.ids = m.IDs
	default:
		return q, false
	}
	return q, err == nil
}
