package timecontrol

import (
	"bytes"
	"context"
	"encoding/hex"
	"net"
	"reflect"
	"testing"
	"time"
)

// helloHex is what PCP's pmval sends first about an archive, on a
// little-endian machine.
const helloHex = "454d49545a000000010000000100000000000000000000000a0000000000000000000000000000004a8513" +
	"2f000000004f1c0f00000000004a85132f000000004f1c0f0000000000af86132f0000000098330f00000000005554" // "UT"

// FuzzPacket decodes packets: what is decoded is the same after encoding.
func FuzzPacket(f *testing.F) {
	hello, err := hex.DecodeString(helloHex)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(hello)
	f.Add((&packet{command: timezone, zone: "EST5", label: "Eastern"}).append(nil))
	f.Add((&packet{command: step, state: Forward, mode: Fast, delta: -time.Second, position: time.Unix(1, 5000)}).append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := readPacket(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, err := readPacket(bytes.NewReader(p.append(nil)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p, again) {
			t.Errorf("%+v becomes %+v", p, again)
		}
	})
}

// TestHello decodes a packet of PCP's pmval.
func TestHello(t *testing.T) {
	b, _ := hex.DecodeString(helloHex)
	p, err := readPacket(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if p.command != set || p.source != archive || p.delta != 10*time.Second ||
		p.position.Unix() != 789808458 || p.end.Unix() != 789808815 || p.zone != "UT" {
		t.Errorf("%+v", p)
	}
}

// TestReceiveEnds ends a wait with its context, and the next wait works.
func TestReceiveEnds(t *testing.T) {
	here, there := net.Pipe()
	c := &Client{conn: here}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Receive(ctx); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	go there.Write((&packet{command: vcrMode, state: Backward}).append(nil))
	if e, err := c.Receive(t.Context()); err != nil || e.Kind != Moved || e.State != Backward {
		t.Errorf("got %+v, %v", e, err)
	}
}
