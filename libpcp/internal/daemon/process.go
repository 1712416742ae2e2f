package daemon

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Process is a program that has been started, with the connection to it.
type Process struct {
	Conn Conn

	program *os.Process   // nil if it runs already
	ended   chan struct{} // closed when it has ended
	group   *group        // it and what it has started
	stop    sync.Once
}

var errNoProgram = errors.New("no program")

// Start starts a program and connects to it, or just connects if the command
// has no program.
func Start(c *Command) (*Process, error) {
	if len(c.Args) == 0 {
		if c.piped() {
			return nil, errNoProgram
		}
		conn, err := c.dial(nil)
		return &Process{Conn: conn}, err
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Env, cmd.Dir = c.Env, c.Dir
	if c.Stderr != nil {
		cmd.Stderr = c.Stderr
	}
	p := &Process{ended: make(chan struct{})}
	if err := p.start(cmd, c); err != nil {
		return nil, err
	}
	if p.Conn == nil {
		var err error
		if p.Conn, err = c.dial(p.ended); err != nil {
			p.Stop(0)
			return nil, err
		}
	}
	return p, nil
}

// start starts the program in a group of its own, and has it waited for.
func (p *Process) start(cmd *exec.Cmd, c *Command) (err error) {
	if c.piped() {
		theirs, ours, err := pipePair(cmd)
		if err != nil {
			return err
		}
		defer closeAll(theirs)
		p.Conn = ours
	} else {
		cmd.Stdout = cmd.Stderr
	}
	if p.group, err = newGroup(cmd, c.User); err == nil {
		if err = cmd.Start(); err != nil {
			p.group.end()
		}
	}
	if err != nil {
		if p.Conn != nil {
			p.Conn.Close()
		}
		return err
	}
	p.program = cmd.Process
	go func() {
		cmd.Wait()
		close(p.ended)
	}()
	return nil
}

// pipePair gives a program its ends of two pipes, and returns these and the
// connection that the others are.
func pipePair(cmd *exec.Cmd) (theirs []*os.File, ours Conn, err error) {
	stdin, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	in, stdout, err := os.Pipe()
	if err != nil {
		closeAll([]*os.File{stdin, out})
		return nil, nil, err
	}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	return []*os.File{stdin, stdout}, pipes{out, in}, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// Stop closes the connection, which asks the program to end, waits for at most
// patience, and kills remaining processes. Several goroutines may call it: later
// calls wait for the first.
func (p *Process) Stop(patience time.Duration) {
	p.stop.Do(func() {
		if p.Conn != nil {
			p.Conn.Close()
		}
		if p.program == nil {
			return
		}
		if patience > 0 {
			select {
			case <-p.ended:
			case <-time.After(patience):
			}
		}
		p.group.end()
		p.program.Kill() // it may have left the group
		<-p.ended
	})
}
