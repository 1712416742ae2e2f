package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const sumsFile = "SHA256SUMS"

// removeOthers removes the files of releases of other versions.
func (r *release) removeOthers() error {
	files, err := filepath.Glob(filepath.Join(r.out, "pcptools[_\\-]*"))
	for _, file := range files {
		if !strings.Contains(filepath.Base(file), r.version) {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return err
}

// sums writes the checksums of this release's files, as sha256sum(1) does.
func (r *release) sums() error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	return create(filepath.Join(r.out, sumsFile), func(w io.Writer) error {
		for _, f := range files {
			if !strings.Contains(f.Name(), r.version) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(r.out, f.Name()))
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(text), f.Name())
		}
		return nil
	})
}
