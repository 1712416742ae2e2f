package archive

import "pcptools/libpcp"

// expand turns a compressed file into what it holds.
func expand(f file, suffix string) (file, error) {
	return nil, libpcp.ErrLogRec
}
