package archive

import (
	"fmt"
	"slices"
	"syscall"

	"pcptools/libpcp"
)

// checkSets checks the value sets of a record.
func (w *Writer) checkSets(sets []libpcp.ValueSet) error {
	for i := range sets {
		s := &sets[i]
		d, ok := w.metrics[s.PMID]
		if !ok {
			return fmt.Errorf("metric %v: %w", s.PMID, libpcp.ErrPMIDLog)
		}
		if err := w.checkSet(&d, s); err != nil {
			return fmt.Errorf("metric %v: %w", s.PMID, err)
		}
	}
	id := func(i int) uint32 { return uint32(sets[i].PMID) }
	if id, twice := repeated(len(sets), id); twice {
		return fmt.Errorf("metric %v: twice: %w", libpcp.PMID(id), libpcp.ErrPMID)
	}
	return nil
}

func (w *Writer) checkSet(d *libpcp.Desc, s *libpcp.ValueSet) error {
	if libpcp.Code(s.Err) > 0 || s.Err != nil && len(s.Values) > 0 {
		return libpcp.Errno(syscall.EINVAL)
	}
	if len(s.Values) == 0 {
		return nil
	}
	if err := w.checkInstances(d, s.Values); err != nil {
		return err
	}
	return checkFormat(d.Type, s)
}

// checkFormat checks that values have the form that their type demands.
func checkFormat(t libpcp.Type, s *libpcp.ValueSet) error {
	inWord := t == libpcp.Type32 || t == libpcp.TypeU32
	switch s.Format {
	case libpcp.InSitu:
		if !inWord && t != libpcp.TypeFloat { // as old agents had it
			return libpcp.ErrType
		}
		return nil
	case libpcp.PointerDynamic, libpcp.PointerStatic:
		if inWord || t < 0 || t > libpcp.TypeHighResEvent {
			return libpcp.ErrType
		}
	default:
		return libpcp.ErrType
	}
	for i := range s.Values {
		if err := checkBlock(t, s.Values[i].Block()); err != nil {
			return err
		}
	}
	return nil
}

func checkBlock(t libpcp.Type, b libpcp.Block) error {
	if b.Type != t {
		return libpcp.ErrType
	}
	size := len(b.Data)
	switch t {
	case libpcp.TypeFloat:
		size = 4
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble:
		size = 8
	}
	if len(b.Data) != size {
		return libpcp.ErrType
	}
	return nil
}

// checkInstances checks that instances are named and occur once.
func (w *Writer) checkInstances(d *libpcp.Desc, values []libpcp.Value) error {
	if d.InDom == libpcp.NullInDom {
		if len(values) > 1 || values[0].Inst != libpcp.NullInst {
			return libpcp.ErrInst
		}
		return nil
	}
	domain := w.domains[d.InDom]
	if domain == nil {
		return noDomain(d.InDom)
	}
	place := -1
	for i := range values {
		inst, found := values[i].Inst, false
		if place, found = domain.find(inst, place+1); !found {
			return fmt.Errorf("instance %d: %w", inst, libpcp.ErrInstLog)
		}
	}
	inst := func(i int) uint32 { return uint32(values[i].Inst) }
	if i, twice := repeated(len(values), inst); twice {
		return fmt.Errorf("instance %d: twice: %w", int32(i), libpcp.ErrInst)
	}
	return nil
}

// noDomain is the error of a metric whose instance domain has no instances,
// often because a descriptor has none: zero is a domain.
func noDomain(d libpcp.InDom) error {
	if d == 0 {
		return fmt.Errorf("InDom of the descriptor is 0.0, not NullInDom, as for a metric without instances: %w", libpcp.ErrInDomLog)
	}
	return fmt.Errorf("instance domain %v: AddInstances comes first: %w", d, libpcp.ErrInDomLog)
}

// repeated finds a key that several of n things have.
func repeated(n int, key func(int) uint32) (uint32, bool) {
	ascending := true
	for i := 1; i < n && ascending; i++ {
		ascending = key(i-1) < key(i)
	}
	if ascending {
		return 0, false
	}
	keys := make([]uint32, n)
	for i := range keys {
		keys[i] = key(i)
	}
	slices.Sort(keys)
	for i := 1; i < n; i++ {
		if keys[i-1] == keys[i] {
			return keys[i], true
		}
	}
	return 0, false
}
