package main

import (
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

// numberSets are value sets of a metric for each of its instances, the numbers
// of which start at a first one.
func numberSet(id libpcp.PMID, instances int, first uint32) libpcp.ValueSet {
	s := libpcp.ValueSet{PMID: id, Values: make([]libpcp.Value, instances)}
	for i := range s.Values {
		s.Values[i] = libpcp.Value{Inst: int32(i), Word: first + uint32(i)}
	}
	if instances == 1 {
		s.Values[0].Inst = libpcp.NullInst
	}
	return s
}

// step adds to all numbers.
func step(sets []libpcp.ValueSet) {
	for _, s := range sets {
		for i := range s.Values {
			s.Values[i].Word += uint32(i%7) + 1
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
