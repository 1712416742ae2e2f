package pmcd_test

import (
	"context"
	"reflect"
	"testing"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// events is a tracer of options that keeps the events.
type events struct {
	options map[string]bool
	list    []any
}

func (e *events) Traces(option string) bool          { return e.options[option] }
func (e *events) Trace(_ context.Context, event any) { e.list = append(e.list, event) }

// TestTracer has a connection traced, and a profile.
func TestTracer(t *testing.T) {
	script := func(c *pmcdtest.Conn) {
		c.Greet(3652)
		c.NextRequest()
	}
	got := events{options: map[string]bool{"context": true, "profile": true}}
	d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script), Tracer: &got}
	c, err := d.Dial(context.Background(), "fake:4321")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var p libpcp.Profile
	p.Add(libpcp.NewInDom(29, 2), 100, 300)
	sourcetest.Direct(c).Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(29, 0, 6)}, &p)
	want := []any{
		traced.SocketOpened{},
		traced.Greeted{Version: 2, Licensed: 1, Features: 3652},
		traced.CredentialsSent{},
		traced.Connected{Host: "fake", Where: "port=4321"},
		traced.Dialed{Spec: "fake:4321", Host: "fake"},
		traced.ProfileSent{Profile: &p},
	}
	if !reflect.DeepEqual(got.list, want) {
		t.Errorf("got:\n%#v\nwant:\n%#v", got.list, want)
	}
}
