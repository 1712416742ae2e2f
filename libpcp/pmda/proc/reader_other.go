//go:build !linux

package proc

import "pcptools/libpcp/pmda"

// reader is on whose behalf files are read, which makes no difference here.
type reader struct{}

func (*agent) readerFor(*pmda.Client) reader { return reader{} }

func (reader) do(read func()) { read() }
