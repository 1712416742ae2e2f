//go:build linux

package tests

import (
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// testSeriesCompletion types queries at real shells.
func testSeriesCompletion(t *testing.T, e *world.Engine) {
	pmval := "pmval -h " + e.Address + " --series="
	for _, sh := range shells {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			need.File(t, sh.path)
			s := sh.start(t, scratch(t), nil)
			keys := []keystroke{
				{keys: pmval + "'kernel.all.psw\t", want: []string{"kernel.all.pswitch"}},
				{keys: pmval + "kern\t", want: []string{"=kernel."}},
				{keys: pmval + "'kernel.all.load{hostn\t", want: []string{"{hostname=="}},
				{keys: pmval + "'kernel.all.load{hostname==\"bo\t", want: bozo(sh.name)},
			}
			for _, k := range keys {
				k.try(t, s)
			}
		})
	}
}

// bozo is how a shell writes the value of the label.
func bozo(shell string) []string {
	if shell == "zsh" { // which quotes anew
		return []string{`hostname==\"bozo\"`}
	}
	return []string{`hostname=="bozo"`}
}
