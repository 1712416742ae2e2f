package main

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
)

// named is a source that counts how often it is asked for a name, which it does
// not know at first.
type named struct {
	*fake
	asked int
}

func (s *named) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, s.fake, queries, func(q libpcp.Query) bool {
		switch q := q.(type) {
		case *libpcp.NamesQuery:
			if q.Names = []string{"event.param"}; s.asked == 0 {
				q.Fail(libpcp.ErrPMID)
			}
			s.asked++
		case *libpcp.DescsQuery:
			q.Replies = []libpcp.DescReply{{Desc: libpcp.Desc{PMID: 1, Type: libpcp.TypeU32, InDom: libpcp.NullInDom}}}
		default:
			return false
		}
		return true
	})
}

// TestParameterNames: an event with many parameters of a metric asks for its name
// once, and where it is not known once more with the next sample.
func TestParameterNames(t *testing.T) {
	const params = 1000
	b := binary.BigEndian.AppendUint32(nil, 1)
	b = binary.BigEndian.AppendUint64(b, 1700000000<<32)
	b = binary.BigEndian.AppendUint32(b, uint32(libpcp.EventPoint))
	b = binary.BigEndian.AppendUint32(b, params)
	for range params {
		b = binary.BigEndian.AppendUint32(b, 1)
		b = binary.BigEndian.AppendUint32(b, uint32(libpcp.TypeU32)<<24|8)
		b = binary.BigEndian.AppendUint32(b, 7)
	}
	block := libpcp.AppendBlock(nil, libpcp.Block{Type: libpcp.TypeEvent, Data: b})
	f := &fake{desc: libpcp.Desc{Type: libpcp.TypeEvent, InDom: libpcp.NullInDom}, fetch: func(int) (libpcp.ValueSet, error) {
		return libpcp.ValueSet{Values: []libpcp.Value{libpcp.EncodedValue(libpcp.NullInst, block)}}, nil
	}}
	source := &named{fake: f}
	out, _, err := f.runAs(t.Context(), source, request{}, 4, time.Millisecond)
	if n := strings.Count(out, "event.param 7\n"); err != nil || n != 3*params || source.asked != 2 {
		t.Errorf("%d parameters, %d look-ups, %v", n, source.asked, err)
	}
}
