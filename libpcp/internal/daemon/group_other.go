//go:build !unix

package daemon

import (
	"errors"
	"os/exec"
)

// group is a program alone, on systems without process groups.
type group struct{}

func newGroup(_ *exec.Cmd, userName string) (*group, error) {
	if userName != "" {
		return nil, errors.ErrUnsupported
	}
	return new(group), nil
}

func (*group) end() {}
