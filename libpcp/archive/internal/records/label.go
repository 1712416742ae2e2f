package records

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// readLabel reads the label of a file and checks that it is one for role, and,
// if they matter, that all its features are known. It reads into buf, which has
// room for any label and more: a file of nothing else is empty.
func readLabel(f expand.File, buf []byte, role int32, features bool) (logfile.Label, error) {
	n, err := f.ReadAt(buf, 0)
	if passing(err) {
		return logfile.Label{}, err
	}
	l, err := logfile.DecodeLabel(buf[:n], role)
	if err != nil {
		return logfile.Label{}, err
	}
	if features && l.Unknown() {
		return logfile.Label{}, libpcp.ErrFeature
	}
	if int64(n) <= l.Size() {
		return logfile.Label{}, libpcp.ErrNoData
	}
	return l, nil
}
