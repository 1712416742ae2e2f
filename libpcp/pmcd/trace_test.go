package pmcd_test

import (
	"context"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// texts is a tracer of options that keeps the texts.
type texts struct {
	options map[string]bool
	all     string
}

func (t *texts) Traces(option string) bool { return t.options[option] }

func (t *texts) Trace(_ context.Context, event any) {
	if text, ok := event.(string); ok {
		t.all += text
	}
}

// TestTracer compares what is traced of a connection and a profile with what
// libpcp (C) prints of a connection to a pmcd with these features (3652).
func TestTracer(t *testing.T) {
	const want = `__pmSetSocketIPC: fd=3
IPC table fd(PDU version):
__pmDecodeXtendError: got error PDU (code=0, datum=1141768450, version=2)
__pmSetFeaturesIPC: fd=3 version=2 features=3652
IPC table fd(PDU version): 3(2,1)
__pmSendCreds: #0 = 1020000
__pmConnectPMCD(fake): pmcd connection port=4321 fd=3 PDU version=2
IPC table fd(PDU version): 3(2,1)
pmNewContext(1, fake:4321) -> 0
Dump Contexts: current -> contexts[0] handle 0
contexts[0] handle 0: host fake: pmcd=CONNECTED profile=NOT_SENT fd=3 origin=0.000000000 delta=0.000000000
Dump Instance Profile state=INCLUDE, 0 profiles
pmFetch: calling __pmSendProfile, context: 0 slot: 0
Dump Instance Profile state=INCLUDE, 1 profiles
	Profile [0] indom=121634818 [29.2] state=EXCLUDE 2 instances
		Instances: [100] [300]
`
	script := func(c *pmcdtest.Conn) {
		c.Greet(3652)
		c.NextRequest()
	}
	got := texts{options: map[string]bool{"context": true, "profile": true}}
	d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script), Tracer: &got}
	c, err := d.Dial(context.Background(), "fake:4321")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var p libpcp.Profile
	p.Add(libpcp.NewInDom(29, 2), 100, 300)
	sourcetest.Direct(c).Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(29, 0, 6)}, &p)
	if got.all != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.all, want)
	}
}
