package debug

import (
	"io/fs"
	"testing"
)

func TestRawMode(t *testing.T) {
	for mode, want := range map[fs.FileMode]uint32{
		fs.ModeNamedPipe | 0o644:                         0o010644,
		fs.ModeSocket | 0o755:                            0o140755,
		fs.ModeDevice | fs.ModeCharDevice | 0o666:        0o020666,
		fs.ModeDevice | 0o660:                            0o060660,
		fs.ModeNamedPipe | fs.ModeSetuid | fs.ModeSticky: 0o015000,
	} {
		if got := rawMode(mode); got != want {
			t.Errorf("%v: got %o, want %o", mode, got, want)
		}
	}
}
