package golden

import (
	"runtime"
	"testing"
)

func TestHere(t *testing.T) {
	for at, want := range map[string]bool{
		"pmval.txt:1":                       true,
		"x_" + runtime.GOOS + ".txt:1":      true,
		"x_" + runtime.GOARCH + ".txt:1":    true,
		"x_plan9.txt:1":                     false,
		"derived-trace.txt:12":              true,
		"x_" + runtime.GOARCH + "64.txt:12": false,
	} {
		if got := Here(Record{At: at}); got != want {
			t.Errorf("%s: %v", at, got)
		}
	}
}
