package timecontrol

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// A packet is what clients and a pmtime send each other, in the byte order of
// the machine (struct pmTime):
//
//	 0 magic    4 length  8 command  12 source  16 state  20 mode
//	24 delta   40 position  56 start  72 end    seconds and microseconds, 8 bytes each
//	88 text: the time zone and its label, each ended by a NUL
type packet struct {
	command command
	source  source
	state   State
	mode    Mode

	delta                time.Duration
	position, start, end time.Time

	zone, label string
}

const (
	packetSize = 88
	packetMax  = 64 << 10
	magic      = 0x54494d45 // "TIME"
)

type command uint32

// The commands.
const (
	set command = 1 << iota
	step
	timezone
	vcrMode
	drag
	show
	hide
	bounds
	ack
)

// A source is what a client shows.
type source int32

const (
	host    source = 0
	archive source = 1
)

// A State is the direction of time.
type State int32

// The states.
const (
	Stopped State = iota
	Forward
	Backward
)

// A Mode is the kind of movement.
type Mode int32

// The modes.
const (
	Step   Mode = iota // one by one
	Normal             // in steps of the interval
	Fast
)

// errLength is the error for a packet that cannot be one.
var errLength = errors.New("packet of impossible length")

// append appends the packet.
func (p *packet) append(dst []byte) []byte {
	order := binary.NativeEndian
	from := len(dst)
	dst = order.AppendUint32(dst, magic)
	dst = order.AppendUint32(dst, 0) // length, below
	dst = order.AppendUint32(dst, uint32(p.command))
	dst = order.AppendUint32(dst, uint32(p.source))
	dst = order.AppendUint32(dst, uint32(p.state))
	dst = order.AppendUint32(dst, uint32(p.mode))
	dst = appendTime(dst, int64(p.delta/time.Second), int64(p.delta%time.Second))
	for _, t := range []time.Time{p.position, p.start, p.end} {
		if t.IsZero() {
			t = time.Unix(0, 0)
		}
		dst = appendTime(dst, t.Unix(), int64(t.Nanosecond()))
	}
	if p.zone != "" || p.label != "" {
		dst = append(append(dst, p.zone...), 0)
		dst = append(append(dst, p.label...), 0)
	}
	order.PutUint32(dst[from+4:], uint32(len(dst)-from))
	return dst
}

func appendTime(dst []byte, sec, nsec int64) []byte {
	dst = binary.NativeEndian.AppendUint64(dst, uint64(sec))
	return binary.NativeEndian.AppendUint64(dst, uint64(nsec/1000))
}

// readPacket reads a packet.
func readPacket(r io.Reader) (*packet, error) {
	head := make([]byte, packetSize)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	length := binary.NativeEndian.Uint32(head[4:])
	if length < packetSize || length > packetMax {
		return nil, fmt.Errorf("%w: %d bytes", errLength, length)
	}
	text := make([]byte, length-packetSize)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	return decode(head, text), nil
}

// decode decodes a packet. The magic number is not checked, as in C.
func decode(head, text []byte) *packet {
	word := func(at int) uint32 { return binary.NativeEndian.Uint32(head[at:]) }
	p := &packet{command: command(word(8)), source: source(word(12)), state: State(word(16)), mode: Mode(word(20)),
		delta: decodeSpan(head[24:]), position: decodeTime(head[40:]),
		start: decodeTime(head[56:]), end: decodeTime(head[72:])}
	zone, rest, _ := bytes.Cut(text, []byte{0})
	label, _, _ := bytes.Cut(rest, []byte{0})
	p.zone, p.label = string(zone), string(label)
	return p
}

// maxSeconds keeps times and spans within what their types hold.
const maxSeconds = 1 << 33

func decodeSpan(b []byte) time.Duration {
	sec, usec := clamp(b, maxSeconds), clamp(b[8:], 1e6-1)
	return time.Duration(sec)*time.Second + time.Duration(usec)*time.Microsecond
}

func decodeTime(b []byte) time.Time {
	return time.Unix(clamp(b, maxSeconds<<6), max(0, clamp(b[8:], 1e6-1))*1000)
}

func clamp(b []byte, limit int64) int64 {
	return max(-limit, min(limit, int64(binary.NativeEndian.Uint64(b))))
}
