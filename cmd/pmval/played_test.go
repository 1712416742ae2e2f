package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// Commands of a pmtime, and its directions.
const (
	setPosition, step, timezone, acknowledge = 1, 2, 4, 256
	stopped, forward, backward               = 0, 1, 2
)

// order is a packet of a pmtime.
type order struct {
	command, state int
	at             int // seconds after the start of the archive
	every          int // seconds
	zone           string
}

var playStart = time.Unix(1_700_000_000, 0)

func (o order) bytes() []byte {
	b := make([]byte, 88)
	n := binary.NativeEndian
	for at, v := range map[int]int{0: 0x54494d45, 8: o.command, 12: 1, 16: o.state, 20: 1} {
		n.PutUint32(b[at:], uint32(v))
	}
	n.PutUint64(b[24:], uint64(o.every))
	n.PutUint64(b[40:], uint64(playStart.Unix())+uint64(o.at))
	if o.zone != "" {
		b = append(b, o.zone+"\x00"+o.zone+"\x00"...)
	}
	n.PutUint32(b[4:], uint32(len(b)))
	return b
}

// played is a pmtime that sends orders, each after the last step was acknowledged, and ends.
// It returns its port, and what it was told when it has ended.
func played(t *testing.T, orders []order) (port int, hello chan []byte) {
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	hello = make(chan []byte, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		head := make([]byte, 88)
		read := func() bool {
			if _, err := io.ReadFull(c, head); err != nil {
				return false
			}
			rest := make([]byte, binary.NativeEndian.Uint32(head[4:])-88)
			_, err := io.ReadFull(c, rest)
			return err == nil
		}
		if !read() {
			return
		}
		hello <- bytes.Clone(head)
		c.Write(order{command: acknowledge}.bytes())
		for _, o := range orders {
			c.Write(o.bytes())
			for o.command == step && read() && binary.NativeEndian.Uint32(head[8:]) != acknowledge {
			}
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, hello
}

// TestPlayed has a user play, stop, move, rewind and choose a zone, up to the end of an
// archive and back, and then end the pmtime: pmval shows each sample and why it is the next.
func TestPlayed(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a")
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: playStart, Host: "far", Timezone: "UTC"}})
	if err != nil {
		t.Fatal(err)
	}
	desc := libpcp.Desc{PMID: libpcp.NewPMID(400, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	if err := w.AddDesc(desc, "a.x"); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		set, err := libpcp.NewValueSet(desc.PMID, libpcp.NullInst, libpcp.Uint32Atom(uint32(i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(&libpcp.Result{Time: playStart.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	orders := []order{
		{step, forward, 1, 2, ""}, {step, forward, 3, 2, ""}, {setPosition, stopped, 5, 3, ""}, {step, forward, 5, 3, ""},
		{step, backward, 4, 3, ""}, {timezone, 0, 0, 0, "EST+5"}, {step, forward, 2, 1, ""}, {step, forward, 3, 1, ""},
		{setPosition, stopped, 9, 3, ""}, {step, forward, 9, 3, ""}, {step, forward, 12, 3, ""}, {step, forward, 15, 3, ""},
		{setPosition, stopped, 0, 1, ""}, {step, forward, 0, 1, ""},
	}
	for words, want := range wantPlayed {
		port, hello := played(t, orders)
		var out, problems bytes.Buffer
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &problems, Environ: bare.Environ()}
		status := tool.Run(t.Context(), &pmval{source: source.New()}, env,
			strings.Fields("-a "+base+" -z -t 2 "+words+" -p "+strconv.Itoa(port)+" a.x"))
		if h := <-hello; binary.NativeEndian.Uint64(h[24:]) != 2 || binary.NativeEndian.Uint64(h[40:]) != uint64(playStart.Unix()) {
			t.Errorf("%q: begun with %x", words, h)
		}
		gone := "pmval: Time Control dialog exited, goodbye.\n"
		if words == "" {
			gone = "\n" + gone
		}
		if diff := cmp.Diff(want, strings.ReplaceAll(out.String(), base, "BASE")); diff != "" || status != 1 || problems.String() != gone {
			t.Errorf("%q: status %d, standard error %q (-want +got)\n%s", words, status, &problems, diff)
		}
	}
}

var wantPlayed = map[string]string{
	"--format=csv --fields=time,value,error_text": `time,value,error_text
2023-11-14T22:13:21.000000000Z,1,
2023-11-14T22:13:23.000000000Z,3,
2023-11-14T22:13:25.000000000Z,5,
2023-11-14T22:13:22.000000000Z,2,
2023-11-14T22:13:23.000000000Z,3,
2023-11-14T22:13:29.000000000Z,9,
2023-11-14T22:13:20.000000000Z,0,
,,"Time Control dialog exited, goodbye."
`,
	"": `Note: timezone set to local timezone of host "far" from archive

metric:    a.x
archive:   BASE
host:      far
start:     Tue Nov 14 22:13:20 2023
end:       Tue Nov 14 22:13:29 2023
semantics: instantaneous value
units:     none
samples:   all
22:13:21.000          1
22:13:23.000          3

[Time Control] Repositioned in archive ...
new interval:  3.00 sec
22:13:25.000          5

[Time Control] Rewind/Reverse ...
new timezone: EST+5 (EST+5)

[Time Control] Repositioned in archive ...
new interval:  1.00 sec
17:13:22.000          2
17:13:23.000          3

[Time Control] Repositioned in archive ...
new interval:  3.00 sec
17:13:29.000          9

[Time Control] End of Archive ...

[Time Control] Repositioned in archive ...
new interval:  1.00 sec
17:13:20.000          0
`,
}
