//go:build unix

package local

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"pcptools/internal/need"
)

// TestPlaces names the directories where a program may write its log: that of a pmcd only
// while none runs, as a file with the number of a process says.
func TestPlaces(t *testing.T) {
	need.Program(t, "true")
	run, home := t.TempDir(), t.TempDir()
	t.Setenv("PCP_RUN_DIR", run)
	t.Setenv("PCP_LOG_DIR", "/log")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	private := filepath.Join(home, ".pcp", "pmcd")
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for text, runs := range map[string]bool{
		"": false, "\n": false, "pmcd": false, "1 2": false,
		strconv.Itoa(ended.Process.Pid) + "\n": false, strconv.Itoa(os.Getpid()): true, " " + strconv.Itoa(os.Getpid()) + "\n": true,
	} {
		if text != "" {
			if err := os.WriteFile(filepath.Join(run, "pmcd.pid"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{filepath.Join("/log", "pmcd"), private}
		if runs {
			want = want[1:]
		}
		if got := new(Command).places(); !slices.Equal(got, want) {
			t.Errorf("with %q: %q, want %q", text, got, want)
		}
		os.Remove(filepath.Join(run, "pmcd.pid"))
	}
	if got := (&Command{LogDir: "/given"}).places(); !slices.Equal(got, []string{"/given"}) {
		t.Errorf("a directory that is given: %q", got)
	}
}

// TestPlace has programs of the user and of others, with a log, an old one, and none.
func TestPlace(t *testing.T) {
	home, given := t.TempDir(), t.TempDir()
	t.Setenv("PCP_RUN_DIR", home)
	t.Setenv("PCP_LOG_DIR", filepath.Join(home, "absent"))
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	private := filepath.Join(home, ".pcp", "pmcd")
	old := filepath.Join(given, "x.log")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		command   Command
		dir, name string
	}{
		{Command{}, private, filepath.Join(private, "x.log")},
		{Command{User: "nobody"}, "/", filepath.Join(private, "x.log")},
		{Command{LogDir: given}, given, old},
		{Command{LogDir: given, User: "nobody"}, given, old},
		{Command{LogDir: filepath.Join(given, "absent")}, "/", "/dev/fd/2"},
	} {
		dir, log := test.command.place("x")
		if dir != test.dir || logName(log) != test.name {
			t.Errorf("%+v: %s, %s; want %s, %s", test.command, dir, logName(log), test.dir, test.name)
		}
		if log == nil {
			continue
		}
		if info, err := log.Stat(); err != nil || info.Size() != 0 {
			t.Errorf("%s: %v, %v", test.name, info, err)
		}
		log.Close()
	}
	if _, err := os.Stat(filepath.Join(home, "absent")); err == nil {
		t.Error("the directory of a pmcd is made")
	}
	if info, err := os.Stat(private); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the private directory: %v, %v", info, err)
	}
}
