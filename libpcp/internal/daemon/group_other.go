//go:build !unix

package daemon

import (
	"errors"
	"os"
	"os/exec"
)

// group is a program alone, where there are no process groups.
type group struct{ program *os.Process }

func newGroup(_ *exec.Cmd, userName string) (*group, error) {
	if userName != "" {
		return nil, errors.ErrUnsupported
	}
	return new(group), nil
}

func (g *group) started(p *os.Process) { g.program = p }

func (g *group) end() {
	if g.program != nil {
		g.program.Kill()
	}
}
