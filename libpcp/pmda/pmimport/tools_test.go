package pmimport

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp/pmda/pmdatest"
)

// TestTools reads the notes that tools have left: the values are what the agent of PCP
// 7.2.2 had on the same files.
func TestTools(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_IMPORTRUN_DIR", dir)
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	for name, text := range map[string]string{
		"sadc": "version=12.8.0\nargs=CPU,DISK\narchive=/var/log/sa/sa01\n", "empty": "", ".hidden": "archive=/x",
		"odd": "archive= /y \nfoo\n#archive=q\nVersion=3\nversion = 4\nargs=a b=c\n", "twice": "archive=1\narchive=2",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := pmdatest.Open(t, New())
	for metric, want := range map[string]map[string]string{
		"pmimport.archive": {"sadc": "/var/log/sa/sa01", "empty": "", "odd": " /y ", "twice": "2"},
		"pmimport.version": {"sadc": "12.8.0", "empty": "", "odd": "", "twice": ""},
		"pmimport.args":    {"sadc": "CPU,DISK", "empty": "", "odd": "a b=c", "twice": ""},
	} {
		got := a.Values(metric)
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", metric, got, want)
		}
		for tool, text := range want {
			if v, ok := got[tool]; !ok || v.Text() != text {
				t.Errorf("%s of %s: %q, want %q", metric, tool, v.Text(), text)
			}
		}
	}
	os.Remove(filepath.Join(dir, "sadc"))
	if got := a.Values("pmimport.archive"); len(got) != 3 {
		t.Errorf("after one has ended: %v", got)
	}
}
