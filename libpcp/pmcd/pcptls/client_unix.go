//go:build unix

package pcptls

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// program is the name of the program, which is the same for all tools.
const program = "pcptls"

// Client makes of a connection on which pmcd has agreed to TLS one in TLS, as
// a [pmcd.Dialer] wants it: it hands nc to a process of its own, which ends
// when the result is closed. Errors are those of pcps.Client, EOPNOTSUPP
// without the program, and libpcp.ErrIPC when that fails. nc must be a socket.
func Client(ctx context.Context, nc net.Conn, server string) (net.Conn, error) {
	path, err := find()
	if err != nil {
		return nil, &pmcd.SecureError{
			Text: "Cannot find " + program + ", which speaks TLS",
			Err:  fmt.Errorf("%w: %w", libpcp.Errno(syscall.EOPNOTSUPP), err),
		}
	}
	r, err := start(path, nc, server)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w: %w", path, libpcp.ErrIPC, err)
	}
	stop := context.AfterFunc(ctx, func() { r.SetDeadline(time.Unix(1, 0)) })
	err = readStatus(r)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		r.child.Kill()
		r.Close()
		return nil, err
	}
	nc.Close() // the child has it
	return r, nil
}

// remote is this side's end of the pair.
type remote struct {
	net.Conn
	child *os.Process
	ended chan struct{} // closed when the child has been waited for
}

// Close ends the child, too, and leaves no zombie.
func (r *remote) Close() error {
	err := r.Conn.Close()
	late := time.AfterFunc(grace, func() { r.child.Kill() })
	<-r.ended
	late.Stop()
	return err
}

// find looks for the program beside the one that runs, and then in the PATH.
func find() (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), program)); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(program)
}

// start starts the program. The child is away from the terminal and its
// signals: it is the end of this process, or of the connection, that ends it.
func start(path string, nc net.Conn, server string) (*remote, error) {
	socket, ok := nc.(interface{ File() (*os.File, error) })
	if !ok {
		return nil, fmt.Errorf("%T is no socket", nc)
	}
	network, err := socket.File()
	if err != nil {
		return nil, err
	}
	defer network.Close()
	pair, far, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer far.Close()
	cmd := exec.Command(path, server)
	cmd.ExtraFiles = []*os.File{network, far} // networkFD, pairFD
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		pair.Close()
		return nil, err
	}
	r := &remote{Conn: pair, child: cmd.Process, ended: make(chan struct{})}
	go func() {
		cmd.Wait()
		close(r.ended)
	}()
	return r, nil
}

// socketPair returns a connection, and the file of its other end.
func socketPair() (net.Conn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	near, far := os.NewFile(uintptr(fds[0]), "pair"), os.NewFile(uintptr(fds[1]), "pair")
	defer near.Close()
	pair, err := net.FileConn(near)
	if err != nil {
		far.Close()
		return nil, nil, err
	}
	return pair, far, nil
}
