//go:build !linux

package linux

import "pcptools/libpcp"

// nsThread is for Linux only.
type nsThread struct{}

func (*nsThread) do(f func()) { f() }
func (*nsThread) dir() string { return "/proc/self/" }
func (*nsThread) leave()      {}

type process struct{}

func openProcess(int) (process, error)         { return process{}, libpcp.ErrNYI }
func (process) close()                         {}
func (process) enter(space) (*nsThread, error) { return nil, libpcp.ErrNYI }
