package records

import "pcptools/libpcp"

// Damage is the error for a record that is not as pmlogger writes it, or for a volume
// without a label that is followed by another. A position stays before damage, in
// either direction: who reads again from there finds it again.
type Damage struct {
	libpcp.FormatError
	Tail bool // the archive ends there, as it does after a crash or where the disk is full
}

// Unwrap returns what is wrong.
func (d *Damage) Unwrap() error { return &d.FormatError }

func (v *volume) corrupt(off int64, reason string) error {
	return &Damage{FormatError: libpcp.FormatError{File: v.path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}}
}

// cut is the damage of a record that is not there in full.
func (v *volume) cut(off int64, reason string) error {
	d := v.corrupt(off, reason).(*Damage)
	d.Tail = !v.more
	return d
}
