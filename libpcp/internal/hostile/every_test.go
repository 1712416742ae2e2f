package hostile

import (
	"context"
	"slices"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// requests are all that a client asks, with the types of PDUs that can answer.
var requests = []struct {
	name    string
	answers []pdu.Type
	ask     func(ctx context.Context, c *pmcd.Client) error
}{
	{"Lookup", []pdu.Type{pdu.TypePMNSIDs}, func(ctx context.Context, c *pmcd.Client) error {
		return sourcetest.Direct(c).Lookup(ctx, []string{"memory.load"})[0].Err
	}},
	{"Names", []pdu.Type{pdu.TypePMNSNames}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Names(ctx, loadID)
		return err
	}},
	{"Children", []pdu.Type{pdu.TypePMNSNames}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Children(ctx, "memory")
		return err
	}},
	{"Traverse", []pdu.Type{pdu.TypePMNSNames}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Traverse(ctx, "memory")
		return err
	}},
	{"Descs of one", []pdu.Type{pdu.TypeDesc}, func(ctx context.Context, c *pmcd.Client) error {
		return sourcetest.Direct(c).Descs(ctx, []libpcp.PMID{loadID})[0].Err
	}},
	{"Descs", []pdu.Type{pdu.TypeDescs}, func(ctx context.Context, c *pmcd.Client) error {
		return sourcetest.Direct(c).Descs(ctx, []libpcp.PMID{loadID, loadID + 1})[0].Err
	}},
	{"Instances", []pdu.Type{pdu.TypeInstance}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Instances(ctx, loadInDom)
		return err
	}},
	{"InstanceName", []pdu.Type{pdu.TypeInstance}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).InstanceName(ctx, loadInDom, 1)
		return err
	}},
	{"InstanceID", []pdu.Type{pdu.TypeInstance}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).InstanceID(ctx, loadInDom, "1 minute")
		return err
	}},
	{"Text", []pdu.Type{pdu.TypeText}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Text(ctx, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(loadID)})
		return err
	}},
	{"Labels", []pdu.Type{pdu.TypeLabel}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(loadInDom)})
		return err
	}},
	{"Fetch", []pdu.Type{pdu.TypeHighResResult}, func(ctx context.Context, c *pmcd.Client) error {
		_, err := sourcetest.Direct(c).Fetch(ctx, []libpcp.PMID{loadID}, nil)
		return err
	}},
	{"Store", []pdu.Type{pdu.TypeError}, func(ctx context.Context, c *pmcd.Client) error {
		return sourcetest.Direct(c).Store(ctx, &libpcp.Result{Sets: loadSets})
	}},
}

// TestEveryAnswer answers each request with each PDU. One of another type than
// asked for is an error, and the end of the connection unless it is the refusal
// of a request.
func TestEveryAnswer(t *testing.T) {
	ctx := context.Background()
	for _, request := range requests {
		taken := 0
		for _, m := range someMessages {
			answer := m.Append(nil)
			dialer := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, func(c *pmcdtest.Conn) {
				c.Greet(pmcdtest.AllFeatures)
				c.NextRequest()
				c.Write(answer)
			})}
			c, err := dialer.Dial(ctx, "fake")
			if err != nil {
				t.Fatal(err)
			}
			err = request.ask(ctx, c)
			if err == nil {
				taken++
			}
			if kind := typeOf(answer); err == nil && !slices.Contains(request.answers, kind) {
				t.Errorf("%s takes a %v for an answer", request.name, kind)
			}
			if err := request.ask(ctx, c); err == nil {
				t.Errorf("%s answers after the end", request.name)
			}
			c.Close()
		}
		if taken == 0 {
			t.Errorf("%s takes nothing for an answer", request.name)
		}
	}
}
