package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"pcptools/libpcp/pmcd/pmcdplay"
)

// Recordings are the recordings of runs on the archives.
type Recordings struct {
	Records []Record
	// Except has, by line, the output of our tool where it differs from the
	// recording, for the releases in which it differs. The notes have the reasons.
	Except map[string]Record
	Usages Usages
}

// LoadRecordings reads the recordings in a directory.
func LoadRecordings(dir string) (*Recordings, error) {
	records, err := Load(filepath.Join(dir, "archive"))
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(dir, "except.txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	except, err := Parse("except.txt", b)
	if err != nil {
		return nil, err
	}
	r := &Recordings{Records: records, Except: make(map[string]Record), Usages: UsagesOf(records)}
	for _, e := range except {
		r.Except[e.Line] = e
	}
	return r, nil
}

// Here reports whether a record is replayed on this system: the records of a file
// with an underscore in its name only where GOOS or GOARCH follows it. Systems
// differ in their texts of errors, and in the sign of 0/0.
func Here(r Record) bool {
	file, _, _ := strings.Cut(r.At, ".")
	_, system, named := strings.Cut(file, "_")
	return !named || system == runtime.GOOS || system == runtime.GOARCH
}

// Replay runs the recorded lines of a tool as subtests RELEASE/FILE:LINE and
// compares all bytes. A panic, and waiting for more than a minute, are failures
// of that line alone.
//
// The lines run in a directory of their own, in turn: a process has but one.
func Replay(t *testing.T, tool string, run Runner) {
	t.Setenv("PATH", "/usr/bin:/bin") // of commands in name spaces
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	recordings, err := LoadRecordings(dir)
	if err != nil {
		t.Fatal(err)
	}
	room, err := NewRoom(t.TempDir(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(room.Dir)
	var d Differences
	for _, release := range Releases {
		t.Run(release, func(t *testing.T) {
			for _, r := range recordings.Records {
				c, err := ParseCommand(r.Line)
				if err != nil {
					t.Fatalf("%s: %v", r.At, err)
				}
				if r.Want[release] == "" || c.Tool != tool || !Here(r) {
					continue
				}
				t.Run(r.At, func(t *testing.T) {
					got, err := room.run(t, run, c, release, nil)
					if err != nil {
						t.Errorf("%s (PCP %s): %s\n%v", r.At, release, r.Line, err)
						return
					}
					recordings.compare(t, r, tool, release, got, &d)
				})
			}
			recordings.replayLive(t, dir, room, tool, release, run, &d)
		})
	}
}

// compare fails t if the output of a line is neither the recorded output nor an
// intended difference.
func (rec *Recordings) compare(t *testing.T, r Record, tool, release, got string, d *Differences) {
	t.Helper()
	want := rec.Usages.Expand(tool, release, r.Want[release])
	if ours, ok := rec.Except[r.Line].Want[release]; ok {
		if got == want {
			t.Error("no longer differs; remove it from except.txt: " + r.Line)
		}
		want = rec.Usages.Expand(tool, release, ours)
	}
	d.Compare(t, r, release, want, got)
}

// run runs a line and returns all that it did, as text; a player is its pmcd. Its
// clock stands at the beginning of 2000 (package synctest), so that what depends on
// the day it was recorded differs at once; and no time passes while it waits.
func (r *Room) run(t *testing.T, run Runner, c Command, release string, player *pmcdplay.Player) (string, error) {
	environ := append([]string{"PCPTOOLS_COMPAT=" + release}, c.Environ...)
	if !slices.ContainsFunc(c.Environ, func(setting string) bool { return strings.HasPrefix(setting, "PCP_DIR=") }) {
		environ = append([]string{"PCP_CONF=" + os.DevNull}, environ...) // not of this machine
	}
	p := Process{Args: c.Args}
	if player != nil {
		environ = append(AtPort(anyPort), environ...)
		p.NetDial = player.Dial
	}
	p.Environ = Environ(environ...)
	hangs := time.AfterFunc(2*patience, func() { panic(t.Name() + " does not end") })
	defer hangs.Stop()
	var result *Result
	var err error
	synctest.Test(t, func(t *testing.T) {
		result, err = run.Run(t.Context(), p)
		if player != nil {
			player.Close()
		}
	})
	if err != nil {
		return "", err
	}
	if result.Files, err = r.Leftovers(); err != nil {
		return "", err
	}
	text := string(Mask([]byte(result.Text())))
	if player != nil {
		text = WithoutPort(text, anyPort)
	}
	return text, nil
}

// anyPort is where a player seems to listen.
const anyPort = 65001

// Differences are the differences that a test has found. It shows the first and
// counts the others.
type Differences struct{ n int }

// Compare fails t if the output differs from the recording.
func (d *Differences) Compare(t *testing.T, r Record, release, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	const most = 10 // to show
	if d.n++; d.n > most {
		t.Fail()
		return
	}
	last := ""
	if d.n == most {
		last = fmt.Sprintf("\nno more than %d differences are shown", most)
	}
	t.Errorf("%s (PCP %s): %s\n%s%s", r.At, release, r.Line, diff.Diff("recorded", []byte(want), "ours", []byte(got)), last)
}
