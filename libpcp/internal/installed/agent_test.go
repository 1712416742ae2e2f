package installed

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDSOs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pmcd.conf")
	const text = "linux 60 pipe binary /x/y\nfoo\t7 dso  foo_init foo.so x\n bar 8 dso a b\npmcd 2 dso a b\nbad 9 dso a\nx 10 DSO a b\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_PMCDCONF_PATH", file)
	t.Setenv("PCP_PMDAS_DIR", "/pmdas")
	want := []Agent{{Domain: 60, Path: "/pmdas/linux/pmda_linux.so", Init: "linux_init", Configured: true},
		{Domain: 7, Path: "foo.so", Init: "foo_init", Configured: true}}
	got := DSOs(nil)
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
}
