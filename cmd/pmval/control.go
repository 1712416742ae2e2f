package main

import (
	"context"
	"errors"
	"io"
	"net"
	"os/exec"
	"strconv"
	"syscall"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/getopt"
)

// errTimeControl is the answer where PCP would let pmtime(1) control
// the replay.
var errTimeControl = errors.New("time control is not supported; use -S, -T, -O and -t")

// timeControl refuses -g and -p. Where PCP would fail too, the words
// are its: without pmtime, or at a port where nobody listens.
func (p *pmval) timeControl(ctx context.Context, out *tool.Output, errOut io.Writer) error {
	if p.source.GUIMode {
		out.Flush()
		if _, err := exec.LookPath("pmtime"); err == nil {
			return errTimeControl
		}
		io.WriteString(errOut, "execvp: No such file or directory\n")
		return failure{"pmTimeConnect", syscall.ENOENT}
	}
	port, given := p.controlPort()
	if !given {
		return nil
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port&0xffff)))
	if err != nil {
		return failure{"pmTimeConnect", syscall.EINTR}
	}
	conn.Close()
	return errTimeControl
}

// controlPort is the port of -p, if it is a number above zero.
func (p *pmval) controlPort() (port int, given bool) {
	if p.source.GUIPort == nil {
		return 0, false
	}
	port, ok := getopt.ParseInt(*p.source.GUIPort)
	return port, ok && port > 0
}
