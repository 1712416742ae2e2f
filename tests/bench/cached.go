package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"pcptools/internal/pcpconf"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// cached returns a directory of the cache, which fill has filled when it was first
// needed.
func cached(cache, name string, fill func(dir string) error) (string, error) {
	dir := filepath.Join(cache, name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	fmt.Fprintf(os.Stderr, "making %s ...\n", dir)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(cache, "new")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	if err := errors.Join(os.Chmod(fresh, 0o755), fill(fresh)); err != nil {
		return "", err
	}
	return dir, os.Rename(fresh, dir)
}

// writeArchive writes an archive, and has PCP's pmlogcheck check it.
func writeArchive(base string, label libpcp.LogLabel, write func(*archive.Writer) error) error {
	w, err := archive.Create(base, archive.WriterOptions{Label: label, BlockSize: 1 << 20})
	if err != nil {
		return err
	}
	if err := errors.Join(write(w), w.Close()); err != nil {
		return err
	}
	check := exec.Command(pcpconf.Genuine("pmlogcheck"), base)
	if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
		return fmt.Errorf("%s: %w\n%s", check, err, out)
	}
	return nil
}

// numberSet are values of a metric for each of its instances, numbers that start at a
// first one.
func numberSet(d libpcp.Desc, instances int, first uint32) libpcp.ValueSet {
	s := libpcp.ValueSet{PMID: d.PMID, Values: make([]libpcp.Value, instances)}
	for i := range s.Values {
		inst := int32(i)
		if d.InDom == libpcp.NullInDom {
			inst = libpcp.NullInst
		}
		s.Values[i] = libpcp.Value{Inst: inst, Word: first + uint32(i)}
		if d.Type == libpcp.TypeU64 {
			s.Format = libpcp.PointerDynamic
			s.Values[i] = libpcp.BlockValue(inst, libpcp.Block{Type: d.Type, Data: binary.BigEndian.AppendUint64(nil, uint64(first)+uint64(i))})
		}
	}
	return s
}

// step adds to all numbers.
func step(sets []libpcp.ValueSet) {
	for _, s := range sets {
		for i := range s.Values {
			more := uint32(i%7) + 1
			if s.Format == libpcp.InSitu {
				s.Values[i].Word += more
				continue
			}
			n := s.Values[i].Block().Data
			binary.BigEndian.PutUint64(n, binary.BigEndian.Uint64(n)+uint64(more))
		}
	}
}

// instancesOf are the members of a domain with names from a pattern.
func instancesOf(n int, pattern string) []libpcp.Instance {
	list := make([]libpcp.Instance, n)
	for i := range list {
		list[i] = libpcp.Instance{ID: int32(i), Name: fmt.Sprintf(pattern, i)}
	}
	return slices.Clip(list)
}
