//go:build !linux

package linux

import "pcptools/libpcp"

// room stands for what only Linux has.
type room struct{}

func (*room) do(f func()) { f() }
func (*room) dir() string { return "/proc/self/" }
func (*room) leave()      {}

type process struct{}

func openProcess(int) (process, error)     { return process{}, libpcp.ErrNYI }
func (process) close()                     {}
func (process) enter(space) (*room, error) { return nil, libpcp.ErrNYI }
