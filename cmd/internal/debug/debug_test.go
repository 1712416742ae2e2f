package debug

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// recorder returns a tracer of debug options, and what it prints.
func recorder(t *testing.T, options string) (libpcp.Tracer, *strings.Builder) {
	var text strings.Builder
	inv := &getopt.Invocation{Stderr: &text}
	set, ok := inv.DebugForms().Parse(options)
	if !ok {
		t.Fatal(options)
	}
	return New(inv, &set), &text
}

// TestConnection compares what is printed of a connection with what libpcp (C)
// prints of one to a pmcd with these features (3652).
func TestConnection(t *testing.T) {
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
	var p libpcp.Profile
	p.Add(libpcp.NewInDom(29, 2), 100, 300)
	tracer, got := recorder(t, "context,profile")
	for _, event := range []any{
		traced.SocketOpened{},
		traced.Greeted{Version: 2, Licensed: 1, Features: 3652},
		traced.CredentialsSent{},
		traced.Connected{Host: "fake", Where: "port=4321"},
		traced.Dialed{Spec: "fake:4321", Host: "fake"},
		traced.ProfileSent{Profile: &p},
	} {
		tracer.Trace(context.Background(), event)
	}
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestVariables(t *testing.T) {
	for _, tt := range []struct{ release, want string }{
		{"6.0.3", "pmGetOptions: PCP_HOST=x set from the environment\n" +
			"pmGetOptions: PCP_DEBUG=config set from the environment\npmGetOptions: PCP_GUIMODE=y set from the environment\n"},
		{"7.2.2", "pmGetOptions: PCP_DEBUG=config set from the environment\n" +
			"pmGetOptions: PCP_GUIMODE set from the environment\npmGetOptions: PCP_HOST=x set from the environment\n"},
	} {
		version, err := release.Parse(tt.release)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		inv := &getopt.Invocation{Stderr: &got, Release: release.Of(version), Environ: []string{"PCP_HOST=x", "PCP_OTHER=1", "PCP_DEBUG=config", "PCP_GUIMODE=y"}}
		source := options.Source{Debugging: options.Debugging{NewTracer: New}}
		source.Begin(inv, func(error) {})
		if got.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.release, &got, tt.want)
		}
	}
}

func TestNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "root")
	if err := os.WriteFile(file, []byte("root {\n a 1:2:3\n b\n}\nb {\n c 1:2:4\n d 1:*:*\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const metrics = "pmLoadNameSpace: a -> 1.2.3\npmLoadNameSpace: c -> 1.2.4\npmLoadNameSpace: d -> 1.*.*\nLoaded ASCII PMNS\n"
	for _, tt := range []struct {
		options pmns.Options
		want    string // as libpcp (C) says it
	}{
		{pmns.Options{}, "load(name=F, dupok=1, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=1) fname=F\n"},
		{pmns.Options{Unique: true}, "load(name=F, dupok=0, use_cpp=1) lic case=0 fname=F\nloadascii(dupok=0, use_cpp=1) fname=F\n"},
		{pmns.Options{Plain: true}, "load(name=(null), dupok=1, use_cpp=0) lic case=0 fname=F\nloadascii(dupok=1, use_cpp=0) fname=F\n"},
	} {
		tracer, got := recorder(t, "pmns")
		tt.options.Tracer = tracer
		if _, err := pmns.Load(file, tt.options); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(tt.want, "F\n", file+"\n"); strings.ReplaceAll(got.String(), "name="+file+",", "name=F,") != want+metrics {
			t.Errorf("got\n%s\nwant\n%s", got, want+metrics)
		}
	}
}

func TestRawMode(t *testing.T) {
	for mode, want := range map[fs.FileMode]uint32{
		fs.ModeNamedPipe | 0o644:                         0o010644,
		fs.ModeSocket | 0o755:                            0o140755,
		fs.ModeDevice | fs.ModeCharDevice | 0o666:        0o020666,
		fs.ModeDevice | 0o660:                            0o060660,
		fs.ModeNamedPipe | fs.ModeSetuid | fs.ModeSticky: 0o015000,
	} {
		if got := rawMode(mode); got != want {
			t.Errorf("%v: got %o, want %o", mode, got, want)
		}
	}
}

func TestAppendChanges(t *testing.T) {
	for changes, want := range map[libpcp.StateChange]string{
		0:    "",
		0x3f: "PMCD state changes: agent(s) added restarted dropped, label change, names change\n",
		0x02: "PMCD state changes: agent(s) restarted\n",
		0x18: "PMCD state changes: label change, names change\n",
		0x11: "PMCD state changes: agent(s) added, names change\n",
		0x20: "PMCD state changes: \n",
	} {
		if got := string(appendChanges(nil, changes, true)); got != want {
			t.Errorf("%#x: got %q, want %q", changes, got, want)
		}
	}
}
