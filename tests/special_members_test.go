//go:build linux

package tests

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

// special is something that a file of an archive can be.
type special struct {
	name string
	// put makes it of what the file was.
	put func(path string, b []byte) error
	// ours says that PCP's tools wait for ever, or need more than there
	// is, or do not read it.
	ours bool
	env  string // of ours
}

// sparse is as long as file systems allow.
const sparse = 4 << 40

func specials() []special {
	link := func(to string) func(string, []byte) error {
		return func(path string, _ []byte) error { return os.Symlink(to, path) }
	}
	// bomb is a small file that expands to a gigabyte.
	bomb := func(keep bool, fill byte) func(string, []byte) error {
		return func(path string, b []byte) error {
			var out bytes.Buffer
			w, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
			if err != nil {
				return err
			}
			if keep {
				w.Write(b)
			}
			some := bytes.Repeat([]byte{fill}, 1<<20)
			for range 1 << 10 {
				w.Write(some)
			}
			if err := w.Close(); err != nil {
				return err
			}
			return os.WriteFile(path+".zst", out.Bytes(), 0o644)
		}
	}
	const newest = "PCPTOOLS_COMPAT=7.2.2" // which reads .zst files
	return []special{
		{name: "FIFO", ours: true, put: func(path string, _ []byte) error { return syscall.Mkfifo(path, 0o644) }},
		{name: "directory", put: func(path string, _ []byte) error { return os.Mkdir(path, 0o755) }},
		{name: "nothing", put: link("/dev/null")},
		{name: "zeros", put: link("/dev/zero")},
		{name: "loop", put: func(path string, _ []byte) error { return os.Symlink(filepath.Base(path), path) }},
		{name: "link to nowhere", put: link("nosuch")},
		{name: "empty file", put: func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o644) }},
		{name: "socket", put: func(path string, _ []byte) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
			if err != nil {
				return err
			}
			l.SetUnlinkOnClose(false)
			return l.Close()
		}},
		{name: "sparse file", ours: true, put: func(path string, _ []byte) error {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(path, sparse)
		}},
		{name: "sparse file with a start", ours: true, put: func(path string, b []byte) error {
			if err := os.WriteFile(path, b, 0o644); err != nil {
				return err
			}
			return os.Truncate(path, sparse)
		}},
		{name: "bomb", ours: true, env: newest, put: bomb(false, 0)},
		{name: "bomb with a start", ours: true, env: newest, put: bomb(true, 0)},
		{name: "bomb of long records", ours: true, env: newest, put: bomb(true, 1)},
	}
}

// maxPeak is how much memory, in bytes, a tool may need whatever the archive is.
const maxPeak = 128 << 20

// TestCampaignMembers has archives one file of which is something else. The
// tools end soon, need little memory, and say what PCP's do where
// those say something.
func TestCampaignMembers(t *testing.T) {
	archives := need.Archives(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"pminfo -a ARCHIVE -f sample.bin", "pmval -a ARCHIVE -s 3 sample.seconds", "pmprobe -a ARCHIVE -v sample.bin"}
	rng, all := campaign.Rand(t), campaign.Scale(t) > 1
	var most int64
	for _, what := range specials() {
		for _, suffix := range []string{".meta", ".index", ".0"} {
			base := filepath.Join(t.TempDir(), "ok-foo")
			for _, s := range []string{".meta", ".index", ".0"} {
				b, err := os.ReadFile(filepath.Join(archives, "ok-foo"+s))
				if err != nil {
					t.Fatal(err)
				}
				if s == suffix {
					err = what.put(base+s, b)
				} else {
					err = os.WriteFile(base+s, b, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			some := lines
			if !all {
				some = lines[rng.IntN(len(lines)):][:1]
			}
			for _, line := range some {
				words := strings.Fields(strings.ReplaceAll(line, "ARCHIVE", base))
				ours := runMember(t, what.env, filepath.Join(bin, words[0]), words[1:])
				most = max(most, ours.Peak)
				switch {
				case ours.Peak > maxPeak:
					t.Errorf("%s as %s: %s: %d MB", what.name, suffix, line, ours.Peak>>20)
				case ours.Crashed():
					t.Errorf("%s as %s: %s: %s", what.name, suffix, line, ours.Output())
				}
				if what.ours {
					continue
				}
				theirs := runMember(t, "", need.Tool(t, words[0]), words[1:])
				if ours.Output() != theirs.Output() {
					t.Errorf("%s as %s: %s:\n%swant\n%s", what.name, suffix, line, ours.Output(), theirs.Output())
				}
			}
		}
	}
	t.Logf("peak %d MB", most>>20)
}

func runMember(t *testing.T, env, program string, args []string) *peak.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C", env)
	return peak.Do(ctx, t, cmd)
}
