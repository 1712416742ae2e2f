package hint

import (
	"slices"
	"testing"
)

func TestLike(t *testing.T) {
	names := []string{"kernel.all.load", "kernel.all.cpu.user", "kernel.all.cpu.sys", "disk.dev.read", "disk.dev.write", "mem.physmem"}
	for name, want := range map[string][]string{
		"kernel.all.laod":  {"kernel.all.load"},
		"kernal.all.load":  {"kernel.all.load"},
		"disk.dev.raed":    {"disk.dev.read"},
		"kernel.all.cup":   {"kernel.all.cpu"},
		"physmem":          nil,
		"x":                nil,
		"disk.dev.reads":   {"disk.dev.read"},
		"mem.phys mem":     {"mem.physmem"},
		"totally.unheard":  nil,
		"kernel.all.cpu.u": {"kernel.all.cpu"},
	} {
		got := like(name, names, true)
		if len(want) == 0 && len(got) > 0 || len(want) > 0 && (len(got) == 0 || got[0] != want[0]) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := like("kernel.all.cpu.sy", names, true); !slices.Contains(got, "kernel.all.cpu.sys") {
		t.Errorf("%q", got)
	}
}
