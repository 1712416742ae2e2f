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

// TestInstancesKept has the names of each reply when others have come.
func TestInstancesKept(t *testing.T) {
	var replies []pmcdtest.Message
	var queries []libpcp.Query
	name := func(n uint32) string { return strings.Repeat(string(rune('a'+n)), 40) }
	for n := range uint32(5) {
		domain := libpcp.NewInDom(29, n)
		replies = append(replies, &pdu.Instance{InDom: domain, Instances: []libpcp.Instance{{ID: 1, Name: name(n)}}})
		queries = append(queries, &libpcp.InstancesQuery{InDom: domain})
	}
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, inTurn(replies...))})
	c.Ask(context.Background(), queries...)
	for n, q := range queries {
		if q := q.(*libpcp.InstancesQuery); q.Err != nil || len(q.Instances) != 1 || q.Instances[0].Name != name(uint32(n)) {
			t.Errorf("domain %d: %+v", n, q)
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
