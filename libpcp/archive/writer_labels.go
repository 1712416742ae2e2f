package archive

import (
	"fmt"
	"slices"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// AddLabels records label sets with an identifier from a time on: one set, or
// for the class of instances one set per instance. It makes their text from
// their Labels, whose values must be JSON, ignores their JSON, and sets the bit
// of the class in Flags.
func (w *Writer) AddLabels(when time.Time, id libpcp.LabelID, sets []libpcp.LabelSet) error {
	at, err := w.stamp(when)
	if err != nil {
		return err
	}
	sets, err = checkLabelSets(id, sets)
	if err != nil {
		return fmt.Errorf("labels of %#x: %w", id.Ident, err)
	}
	if id.Class == libpcp.LabelContext {
		id.Ident = ^uint32(0)
	}
	typ := uint32(logfile.TypeLabels2)
	if w.options.Version == 3 {
		typ = logfile.TypeLabels3
	}
	return w.addMeta(logfile.AppendLabels(w.begin(), typ, &logfile.Labels{At: at, ID: id, Sets: sets}))
}

// checkLabelSets returns a copy of sets with the bit of the class, if they can
// be recorded.
func checkLabelSets(id libpcp.LabelID, sets []libpcp.LabelSet) ([]libpcp.LabelSet, error) {
	if id.Class == 0 || id.Class > libpcp.LabelInstances || id.Class&(id.Class-1) != 0 {
		return nil, libpcp.Errno(syscall.EINVAL)
	}
	if len(sets) == 0 {
		return nil, libpcp.ErrTooSmall
	}
	sets = slices.Clone(sets)
	for i := range sets {
		s := &sets[i]
		if id.Class != libpcp.LabelInstances && (s.Inst != libpcp.NullInst || i > 0) {
			return nil, fmt.Errorf("instance %d: %w", s.Inst, libpcp.ErrInst)
		}
		s.Labels = slices.Clone(s.Labels)
		if libpcp.Code(s.Err) > 0 || s.Err != nil && len(s.Labels) > 0 {
			return nil, libpcp.Errno(syscall.EINVAL)
		}
		if err := checkLabelSet(s, uint8(id.Class)); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

func checkLabelSet(s *libpcp.LabelSet, class uint8) error {
	size := len("{}")
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Name == "" || len(l.Name) > 0xff || l.Value == "" {
			return fmt.Errorf("label %q: %w", l.Name, libpcp.Errno(syscall.EINVAL))
		}
		l.Flags = l.Flags&(libpcp.LabelCompound|libpcp.LabelOptional) | class
		size += len(l.Name) + len(l.Value) + len(`"":,`)
	}
	if len(s.Labels) > logfile.MaxLabels || size > logfile.MaxLabelJSON {
		return libpcp.ErrTooBig
	}
	return nil
}
