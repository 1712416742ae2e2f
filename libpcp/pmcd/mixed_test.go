package pmcd_test

import (
	"context"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/pmcd"
)

// inTurn is a server that answers each request with the next message.
func inTurn(answers ...pmcdtest.Message) pmcdtest.Script {
	return func(c *pmcdtest.Conn) {
		c.Greet(pmcdtest.AllFeatures)
		for _, m := range answers {
			if _, _, ok := c.NextRequest(); !ok {
				return
			}
			c.Send(m)
		}
		c.Wait()
	}
}

// TestMixedTexts has a server that leaves out an answer: no text is taken for that of
// another metric.
func TestMixedTexts(t *testing.T) {
	id := func(metric libpcp.PMID) libpcp.TextID {
		return libpcp.TextID{Ident: uint32(metric), Kind: libpcp.TextPMID | libpcp.TextOneLine}
	}
	text := func(metric libpcp.PMID, s string) *pdu.Text { return &pdu.Text{Ident: uint32(metric), Text: s} }
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, inTurn(text(anyMetric, "first"), text(anyMetric+2, "third")))})
	first, second := &libpcp.TextQuery{ID: id(anyMetric)}, &libpcp.TextQuery{ID: id(anyMetric + 1)}
	third := &libpcp.TextQuery{ID: id(anyMetric + 2)}
	c.Ask(context.Background(), first, second, third)
	if first.Text != "first" || first.Err != nil || libpcp.Code(second.Err) != libpcp.ErrIPC || libpcp.Code(third.Err) != libpcp.ErrIPC {
		t.Errorf("%+v, %+v, %+v", first, second, third)
	}
}

// TestMixedInstances does the same with instances. A domain that nobody asks about is
// one that was left uninitialized.
func TestMixedInstances(t *testing.T) {
	domain := func(n uint32) libpcp.InDom { return libpcp.NewInDom(29, n) }
	of := func(n uint32) *pdu.Instance {
		return &pdu.Instance{InDom: domain(n), Instances: []libpcp.Instance{{ID: 1, Name: "a"}}}
	}
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, inTurn(of(77), of(3)))})
	var queries [3]libpcp.InstancesQuery
	for i := range queries {
		queries[i].InDom = domain(uint32(i) + 1)
	}
	c.Ask(context.Background(), &queries[0], &queries[1], &queries[2])
	if q := &queries[0]; q.Err != nil || len(q.Instances) != 1 {
		t.Errorf("uninitialized: %+v", q)
	}
	for _, q := range queries[1:] {
		if libpcp.Code(q.Err) != libpcp.ErrIPC || q.Instances != nil {
			t.Errorf("mixed: %+v", q)
		}
	}
}

// TestRepliesKept has what each reply said when others have come.
func TestRepliesKept(t *testing.T) {
	text := func(n int) string { return strings.Repeat(string(rune('a'+n)), 40) }
	id := func(n int) libpcp.PMID { return libpcp.NewPMID(29, 0, uint32(n)) }
	domain := func(n int) libpcp.InDom { return libpcp.NewInDom(29, uint32(n)) }
	for kind, one := range map[string]func(n int) (libpcp.Query, pmcdtest.Message, func(q libpcp.Query) string){
		"instances": func(n int) (libpcp.Query, pmcdtest.Message, func(q libpcp.Query) string) {
			return &libpcp.InstancesQuery{InDom: domain(n)}, &pdu.Instance{InDom: domain(n), Instances: []libpcp.Instance{{ID: 1, Name: text(n)}}},
				func(q libpcp.Query) string { return q.(*libpcp.InstancesQuery).Instances[0].Name }
		},
		"names": func(n int) (libpcp.Query, pmcdtest.Message, func(q libpcp.Query) string) {
			return &libpcp.NamesQuery{ID: id(n)}, &pdu.PMNSNames{Names: []string{text(n)}},
				func(q libpcp.Query) string { return q.(*libpcp.NamesQuery).Names[0] }
		},
		"labels": func(n int) (libpcp.Query, pmcdtest.Message, func(q libpcp.Query) string) {
			of := libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(domain(n))}
			json := `{"` + text(n) + `":1}`
			set := libpcp.LabelSet{Inst: libpcp.NullInst, JSON: json, Labels: []libpcp.Label{{Name: json[2:42], Value: json[44:45]}}}
			return &libpcp.LabelsQuery{ID: of}, &pdu.Label{ID: of, Sets: []libpcp.LabelSet{set}},
				func(q libpcp.Query) string { return q.(*libpcp.LabelsQuery).Sets[0].Labels[0].Name }
		},
		"values": func(n int) (libpcp.Query, pmcdtest.Message, func(q libpcp.Query) string) {
			set := libpcp.ValueSet{PMID: id(n), Format: libpcp.PointerDynamic, Values: []libpcp.Value{
				libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte(text(n))})}}
			return &libpcp.FetchQuery{IDs: []libpcp.PMID{id(n)}}, &pdu.HighResResult{Sets: []libpcp.ValueSet{set}},
				func(q libpcp.Query) string {
					return string(q.(*libpcp.FetchQuery).Result.Sets[0].Values[0].Block().Data)
				}
		},
	} {
		var replies []pmcdtest.Message
		var queries []libpcp.Query
		var said []func(q libpcp.Query) string
		for n := range 5 {
			query, reply, what := one(n)
			queries, replies, said = append(queries, query), append(replies, reply), append(said, what)
		}
		c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, inTurn(replies...))})
		c.Ask(context.Background(), queries...)
		for n, q := range queries {
			if got := said[n](q); !strings.HasPrefix(got, text(n)) {
				t.Errorf("%s: reply %d has become %q", kind, n, got)
			}
		}
	}
}

// TestCampaignLongReplies has a server whose replies are each as long as one may be: those to
// one batch have a limit together.
func TestCampaignLongReplies(t *testing.T) {
	const each = 30 << 20
	long := &pdu.Text{Ident: uint32(anyMetric), Text: strings.Repeat("x", each)}
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, inTurn(long, long, long, long, long, long))})
	queries := make([]libpcp.Query, 6)
	held := 0
	for i := range queries {
		queries[i] = &libpcp.TextQuery{ID: libpcp.TextID{Ident: uint32(anyMetric), Kind: libpcp.TextPMID | libpcp.TextOneLine}}
	}
	c.Ask(context.Background(), queries...)
	for _, q := range queries {
		held += len(q.(*libpcp.TextQuery).Text)
	}
	if err := queries[4].(*libpcp.TextQuery).Err; held != 4*each || libpcp.Code(err) != libpcp.ErrTooBig {
		t.Errorf("%d bytes, then %v", held, err)
	}
}
