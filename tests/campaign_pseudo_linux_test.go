package tests

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

// pseudoFiles are the files of agents whose root a variable of the environment
// leads to: a tree here, or names.
var pseudoFiles = []struct {
	agent    string
	domain   int
	variable string
	tree     string
	names    []string
}{
	{"linux", 60, "LINUX_STATSPATH", "linux/testdata/small", nil},
	{"xfs", 11, "XFS_STATSPATH", "xfs/testdata/made", nil},
	{"kvm", 95, "KVM_DEBUGFS_PATH", "", []string{"kvm/exits", "kvm/halt_exits", "kvm/guest_mode"}},
	{"proc", 3, "PROC_STATSPATH", "", manyProcesses()},
}

// manyProcesses are files of some processes, and those about all.
func manyProcesses() []string {
	names := []string{"proc/stat", "proc/mounts", "proc/cgroups", "proc/diskstats", "proc/sys/kernel/sched_autogroup_enabled"}
	for pid := range 40 {
		for _, file := range []string{"stat", "status", "statm", "cmdline", "io", "maps", "smaps_rollup", "schedstat", "wchan", "environ",
			"cgroup", "oom_score", "numa_maps", "autogroup", "attr/current", "fdinfo/1", "fd/1", "task/1"} {
			names = append(names, fmt.Sprintf("proc/%d/%s", pid+1, file))
		}
	}
	return names
}

// pseudoMemory is what a tool may need for all of them. A file without an end is read
// into a buffer that grows to 16 MB, while the one of 8 MB that it grows from is still
// there. The next file has a buffer of its own, and the collector begins when there is
// twice as much as was in use: with the 16 MB of the tool that makes some 76 MB. Where the
// machine is so busy that the collector ends late one or two more buffers are there: 108 MB
// were seen.
const pseudoMemory = 160 << 20

// TestCampaignPseudo has files that do not end, or not for long, in place of those
// of the kernel, and has pminfo ask for all metrics of an agent: it ends, and its
// memory is bounded.
func TestCampaignPseudo(t *testing.T) {
	need.Verify(t, "it reads gigabytes")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sparse := filepath.Join(dir, "sparse")
	if err := os.WriteFile(sparse, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 8<<30); err != nil {
		t.Fatal(err)
	}
	fillings := []string{sparse, "/dev/zero", "/dev/urandom"}
	for i, text := range []string{"\n", "1 ", "Name: 1\n", "8 0 sda 1 2 3 4 5 6 7 8 9\n", "cpu0 1 2 3 4 5 6 7\n"} {
		long := filepath.Join(dir, fmt.Sprint("long", i))
		if err := os.WriteFile(long, []byte(strings.Repeat(text, 40<<20/len(text))), 0o600); err != nil {
			t.Fatal(err)
		}
		fillings = append(fillings, long)
	}
	r, tries := campaign.Rand(t), campaign.Tries(t, 2)
	for _, files := range pseudoFiles {
		for _, filling := range fillings {
			if r.IntN(len(fillings)) >= tries {
				continue
			}
			root := t.TempDir()
			for _, name := range append(files.names, filesBelow(t, files.tree)...) {
				if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(filling, filepath.Join(root, name)); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			cmd := exec.Command(filepath.Join(bin, "pminfo"), "-L", "-K", "clear",
				"-K", fmt.Sprintf("add,%d,%[2]s/pmda_%[2]s.so,%[2]s_init", files.domain, files.agent), "-f")
			cmd.Env = environ(files.variable+"="+root, "PCP_VAR_DIR="+dir, "PCP_PMDAS_DIR="+dir, "PCP_PMCDCONF_PATH="+dir+"/none")
			run := peak.Do(ctx, t, cmd)
			cancel()
			t.Logf("%4d MB and %6d bytes printed: %s, %s", run.Peak>>20, len(run.Stdout), files.agent, filepath.Base(filling))
			if run.Crashed() || run.Status != 0 || len(run.Stdout) == 0 {
				t.Errorf("%s, %s: status %d, %.1000s", files.agent, filling, run.Status, run.Stderr)
			}
			if run.Peak > pseudoMemory {
				t.Errorf("%s, %s: %d MB of memory", files.agent, filling, run.Peak>>20)
			}
		}
	}
}

// filesBelow are the paths of the files of a tree, from there; none of no tree.
func filesBelow(t *testing.T, tree string) (names []string) {
	t.Helper()
	if tree == "" {
		return nil
	}
	err := fs.WalkDir(os.DirFS(tree), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", tree, len(names), err)
	}
	return names
}
