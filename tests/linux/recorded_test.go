package linux

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// recorded are the kernel's files of many machines that PCP's own test suite
// has, and what is asked of them: groups of metrics, each for one command line.
var recorded = []struct {
	pattern string // of files in the suite's directory
	place   string // of the file, unless it is a whole tree
	groups  []string
	environ []string
}{
	{pattern: "bigsys-root-*.tgz", groups: []string{"hinv", "kernel.all kernel.percpu.cpu", "network"}},
	{pattern: "blkdev-root-*.tgz", environ: []string{"LINUX_MDADM=/bin/true"}, groups: []string{
		"disk.all disk.dev disk.dm disk.md disk.partitions hinv.map.dmname hinv.map.mdname", "disk.wwid", "zram", "hinv"}},
	{pattern: "cpuinfo-*", place: "proc/cpuinfo", groups: []string{"hinv"}},
	{pattern: "fchost-root-*.tgz", groups: []string{"fchost hinv.nfchost"}},
	{pattern: "interrupts-*cpu-[is8x]*[68x]", place: "proc/interrupts", groups: []string{"kernel.percpu kernel.all.interrupts"}},
	{pattern: "softirqs-*cpu-*[68]", place: "proc/softirqs", groups: []string{"kernel.percpu kernel.all.softirqs"}},
	{pattern: "locks-root-*.tgz", groups: []string{"vfs.locks"}},
	{pattern: "meminfo-root-*.tgz", groups: []string{"mem", "swap hinv", "kernel.percpu kernel.pernode"},
		environ: []string{"LINUX_HERTZ=100", "LINUX_PAGESIZE=4096"}},
	{pattern: "nfsrpc-root-*.tgz", groups: []string{"rpc nfs nfs3 nfs4"}},
	{pattern: "pressure-root-*.tgz", groups: []string{"kernel.all.pressure"}},
	{pattern: "proc_net_netstat", place: "proc/net/netstat", groups: []string{"network.mptcp network.tcp network.ip"}},
	{pattern: "proc_net_sockstat", place: "proc/net/sockstat", groups: []string{"network.sockstat"}},
	{pattern: "proc_net_sockstat6", place: "proc/net/sockstat6", groups: []string{"network.sockstat"}},
	{pattern: "proc_serial_tty*", place: "proc/tty/driver/serial", groups: []string{"tty"}},
	{pattern: "procnet-*-root-*.tgz", groups: []string{"network"}},
	{pattern: "procnet-snmp-*", place: "proc/net/snmp", groups: []string{"network.icmp network.udp network.udplite network.icmpmsg"}},
	{pattern: "procnet-snmp6-*", place: "proc/net/snmp6", groups: []string{"network.ip6 network.icmp6 network.udp6 network.udplite6"}},
	{pattern: "procsys-root-*.tgz", groups: []string{"vfs kernel.all"}},
	{pattern: "scsi-map-root-*.tgz", groups: []string{"disk.dev disk.dm hinv.map.scsi_id", "disk.wwid disk.dev", "disk.wwid.read"}},
	{pattern: "sysdev-root-*.tgz", groups: []string{"hinv", "kernel.all.cpu kernel.percpu.cpu kernel.pernode"}},
	{pattern: "sysfs-ksm-*.tgz", groups: []string{"mem.ksm"}},
	{pattern: "sysfs-numa-*.tgz", groups: []string{"hinv", "kernel.percpu.cpu kernel.pernode mem.numa"}},
	{pattern: "sysvipc-root-*.tgz", groups: []string{"ipc"}, environ: []string{"LINUX_PAGESIZE=4096"}},
	{pattern: "tape-root-*.tgz", groups: []string{"tape hinv.ntape"}},
	{pattern: "zram-root-*.tgz", groups: []string{"zram"}},
}

// TestRecorded compares what pminfo prints, byte by byte.
func TestRecorded(t *testing.T) {
	need.PCP(t)
	dir := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "linux")
	need.File(t, dir)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range recorded {
		files, _ := filepath.Glob(filepath.Join(dir, set.pattern))
		if len(files) == 0 {
			t.Errorf("no files %s", set.pattern)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				tree := t.TempDir()
				environ := append([]string{"LINUX_STATSPATH=" + tree}, set.environ...)
				environ = append(environ, plant(t, file, set.place, tree)...)
				for _, group := range set.groups {
					want := ask(t, pcpconf.Genuine("pminfo"), environ, group)
					got := ask(t, filepath.Join(ours, "pminfo"), environ, group)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s (-genuine +ours):\n%s", group, diff)
					}
				}
			})
		}
	}
}

var cpuCount = regexp.MustCompile(`-(\d+)cpu-`)

// plant puts a file where it belongs in a tree, and returns what settings it
// needs. A name may say how many processors the machine had.
func plant(t *testing.T, file, place, tree string) []string {
	if place == "" {
		return unpack(t, file, tree)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(tree, place), text)
	m := cpuCount.FindStringSubmatch(file)
	if m == nil {
		return nil
	}
	var stat bytes.Buffer
	stat.WriteString("cpu 0 0 0 0 0 0 0 0 0\n")
	for i := range int(number(m[1])) {
		fmt.Fprintf(&stat, "cpu%d 0 0 0 0 0 0 0 0 0\n", i)
	}
	write(t, filepath.Join(tree, "proc/stat"), stat.Bytes())
	return []string{"LINUX_NCPUS=" + m[1]}
}

// unpack expands an archive of a tree.
func unpack(t *testing.T, file, tree string) []string {
	if out, err := exec.Command("tar", "xzf", file, "-C", tree, "--no-same-owner").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", file, err, out)
	}
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+w", tree).Run() })
	stat, err := os.ReadFile(filepath.Join(tree, "proc/stat"))
	name := filepath.Base(file)
	if err != nil || !strings.HasPrefix(name, "sys") {
		return nil
	}
	n := len(regexp.MustCompile(`(?m)^cpu\d+ `).FindAll(stat, -1))
	return []string{fmt.Sprintf("LINUX_NCPUS=%d", n)}
}

func write(t *testing.T, path string, text []byte) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// ask runs pminfo -f in a local context with the linux agent, and returns what
// it says.
func ask(t *testing.T, pminfo string, environ []string, metrics string) string {
	return answer(asking(t, pminfo, environ, "-f "+metrics))
}

// answer is all that a command prints, and how it ends.
func answer(cmd *exec.Cmd) string {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return stamped.ReplaceAllString(fmt.Sprintf("%s%v\n", out.String(), err), "[time] pminfo(pid)")
}

// asking is the command line of ask.
func asking(t *testing.T, pminfo string, environ []string, args string) *exec.Cmd {
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
	all := []string{"-L", "-K", "clear", "-K", "add,60," + agent + ",linux_init",
		"-n", filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")}
	cmd := exec.Command(pminfo, append(all, strings.Fields(args)...)...)
	cmd.Env = append(os.Environ(), "PCP_VAR_DIR="+cacheDir(t), "PCP_DERIVED_CONFIG=")
	cmd.Env = append(cmd.Env, environ...)
	return cmd
}

// stamped is how messages begin.
var stamped = regexp.MustCompile(`\[.{19}\] pminfo\(\d+\)`)
