package records

import (
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
)

// TestWatchedFaults reads a file that cannot be read, from the start or later on:
// that is no other file.
func TestWatchedFaults(t *testing.T) {
	_, _, volume := specimen.New(2)
	for _, ill := range []bool{false, true} {
		under, err := specimen.Faulty{Memory: specimen.Memory{"x.0": volume}, Suffix: ".0", Ill: &ill}.Open("x.0")
		if err != nil {
			t.Fatal(err)
		}
		f := &watchedFile{File: under, path: "x.0"}
		for range 2 {
			buf := make([]byte, 100)
			if n, err := f.ReadAt(buf, 0); !ill && (err != nil || n < len(buf)) || ill && (n > 0 || libpcp.Code(err) != libpcp.Errno(syscall.EIO)) {
				t.Errorf("ill %v: %d, %v", ill, n, err)
			}
			ill = !ill
		}
	}
}
