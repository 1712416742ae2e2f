package archive

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestDuplicate has contexts go on after pmDupContext(3), wherever it was called:
// the duplicate at the same position, without profile, and the first one as if
// nothing had happened.
func TestDuplicate(t *testing.T) {
	oracle := buildOracle(t)
	for name, calls := range map[string]string{
		"new":          "",
		"records":      "record 3",
		"values":       "fetch 3 all",
		"backwards":    "mode 3 902428478 258389000 0 0\nfetch 3 all",
		"at the end":   "fetch 100 all",
		"at the start": "mode 3 902428473 0 0 0\nfetch 100 all",
		"mode":         "fetch 2 all\nmode 2 902428475 0 0 0",
		"no time":      "fetch 2 all\nmode 3 -1 0 0 0",
		"interpolated": "mode 1 902428474 500000000 0 700000000\nfetch 3 all",
		"and back":     "mode 1 902428477 500000000 0 -700000000\nfetch 3 all",
		"beyond":       "mode 1 902428474 0 5 0\nfetch 3 all",
		"profile":      "profile - 07400002\nprofile + 07400002 100 300\nfetch 1 all",
	} {
		t.Run(name, func(t *testing.T) {
			script := "open " + filepath.Join(suite, "archives", "ok-foo") + "\n" + calls + `
dup
fetch 2 all
say first
use 0
fetch 2 all
mode 2 -1 0 0 0
dup
say third
use 2
record 1
mode 3 -1 0 0 0
record 2
say duplicate
use 1
record 1
`
			compare(t, oracle, script)
		})
	}
}

// TestDuplicateLists goes on with duplicates at each record of lists of archives,
// and in between. The first context is not used again: it then fails with an overlap
// in libpcp (C) of 6.3.8 and 7.2.2.
func TestDuplicateLists(t *testing.T) {
	oracle := buildOracle(t)
	for name, parts := range lists {
		t.Run(name, func(t *testing.T) {
			list := writeList(t, t.TempDir(), parts)
			for _, mode := range []string{"mode 2 1000000000 0 0 0", "mode 3 1000000050 0 0 0", "mode 1 1000000000 0 1 500000000", "mode 1 1000000028 0 -1 -500000000"} {
				script := ""
				for n := range 30 {
					script += fmt.Sprintf("open %s\n%s\nfetch %d all\ndup\nfetch 3 all\n", list, mode, n)
				}
				compare(t, oracle, script)
			}
		})
	}
}
