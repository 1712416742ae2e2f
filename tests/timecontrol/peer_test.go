package timecontrol

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
)

// A peer is a scripted pmtime with one client. It has its own idea of what
// packets look like.
type peer struct {
	t     *testing.T
	conn  net.Conn
	hello [11]int64 // command to end, of the first packet
	log   []string  // what the client sent
}

const (
	cmdSet, cmdStep, cmdZone, cmdVCR, cmdDrag = 1, 2, 4, 8, 16
	cmdShow, cmdBounds, cmdAck                = 32, 128, 256
)

var commands = map[string]uint32{"SET": cmdSet, "STEP": cmdStep, "TZ": cmdZone, "VCR": cmdVCR, "DRAG": cmdDrag,
	"SHOW": cmdShow, "BOUNDS": cmdBounds, "ACK": cmdAck}

// run runs a pmval that connects to a scripted pmtime, and returns what the
// one printed and the other received.
func run(t *testing.T, env []string, script, bin string, args ...string) string {
	t.Helper()
	need.Loopback(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	cmd := exec.CommandContext(ctx, bin, append([]string{"-p", port}, args...)...)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	listener.(*net.TCPListener).SetDeadline(time.Now().Add(2 * time.Minute))
	p := &peer{t: t}
	if p.conn, err = listener.Accept(); err == nil {
		err = p.play(script)
		p.conn.Close()
	}
	if waitErr := cmd.Wait(); waitErr != nil && !errors.As(waitErr, new(*exec.ExitError)) {
		t.Error(waitErr)
	}
	if err != nil && err != io.EOF && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%s: %v\n%s%s", bin, err, &stdout, &stderr)
	}
	return fmt.Sprintf("%s\n%s\n2| %s\n= %d\n", strings.Join(p.log, "\n"), &stdout, &stderr, cmd.ProcessState.ExitCode())
}

// play speaks the lines of a script: a command with what differs from the
// client's first packet. Positions are seconds from there.
func (p *peer) play(script string) error {
	hello, err := p.read()
	if err != nil {
		return err
	}
	p.hello = hello
	script = strings.TrimSpace(script)
	if !strings.HasPrefix(script, "ACK") {
		p.say("ACK")
		if _, err := p.read(); err != nil {
			return err
		}
	}
	for line := range strings.SplitSeq(script, "\n") {
		p.say(line)
		if strings.HasPrefix(line, "STEP") {
			if _, err := p.read(); err != nil {
				return err
			}
		}
	}
	if strings.Contains(script, "last") {
		_, err = p.read()
	}
	return err
}

// say sends the packet of a line.
func (p *peer) say(line string) {
	words := strings.Fields(line)
	fields, text := p.hello, ""
	fields[0], fields[2], fields[3] = int64(commands[words[0]]), 0, 1
	length := 0
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.ParseInt(value, 10, 64)
		switch key {
		case "source":
			fields[1] = n
		case "state":
			fields[2] = n
		case "delta":
			fields[4] = n
		case "at":
			fields[6] += n
		case "text":
			text = strings.ReplaceAll(value, "|", "\x00")
		case "length":
			length = int(n)
		}
	}
	if length == 0 {
		length = 88 + len(text)
	}
	order := binary.NativeEndian
	b := order.AppendUint32(order.AppendUint32(nil, 0x54494d45), uint32(length))
	for i := range 4 {
		b = order.AppendUint32(b, uint32(fields[i]))
	}
	for i := 4; i < len(fields); i++ {
		b = order.AppendUint64(b, uint64(fields[i]))
	}
	b = order.AppendUint64(b, 0) // microseconds of the end
	p.conn.Write(append(b, text...))
}

// read reads a packet, and logs it.
func (p *peer) read() (fields [11]int64, err error) {
	p.conn.SetReadDeadline(time.Now().Add(2 * time.Minute))
	head := make([]byte, 88)
	if _, err := io.ReadFull(p.conn, head); err != nil {
		p.log = append(p.log, "end")
		return fields, err
	}
	order := binary.NativeEndian
	text := make([]byte, max(0, int(order.Uint32(head[4:]))-88))
	if _, err := io.ReadFull(p.conn, text); err != nil {
		return fields, err
	}
	for i := range 4 {
		fields[i] = int64(int32(order.Uint32(head[8+4*i:])))
	}
	for i := 4; i < len(fields); i++ {
		fields[i] = int64(order.Uint64(head[24+8*(i-4):]))
	}
	if fields[0] == cmdSet {
		fields[2], fields[3] = 0, 0 // what happened to be in memory
	}
	p.log = append(p.log, fmt.Sprintf("%x %d %q", order.Uint32(head), fields, text))
	return fields, nil
}

var clock = regexp.MustCompile(`\d\d:\d\d:\d\d\.\d+|\b1[78]\d{8} \d+\b`)

// masked hides times of live sources.
func masked(s string) string { return clock.ReplaceAllString(s, "TIME") }

// filler returns a function that splits arguments and puts in what they name.
func filler(archive, host string) func(string) []string {
	names := strings.NewReplacer("ARCHIVE", archive, "HOST", host)
	return func(args string) []string { return strings.Fields(names.Replace(args)) }
}
