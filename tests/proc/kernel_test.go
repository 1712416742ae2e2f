//go:build linux

package proc

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// greeting is that of a pmdaroot.
const greeting = "009000001800000000000000020000000700000000000000"

// kernelMetrics are those that a container has values of its own of, as far as
// they do not change by themselves, and some of the machine.
var kernelMetrics = []string{
	"network.interface", "network.all", "network.ip", "network.icmp", "network.icmpmsg", "network.udp", "network.udplite",
	"network.tcp", "network.ip6", "network.icmp6", "network.udp6", "network.udplite6", "network.sockstat.tcp.inuse",
	"network.sockstat.udp.inuse", "network.tcpconn", "network.tcpconn6", "network.udpconn", "network.udpconn6",
	"network.rawconn", "network.rawconn6", "network.unix", "hinv.ninterface", "hinv.nfilesys", "filesys.mountdir",
	"filesys.readonly", "kernel.uname", "pmda.uname", "hinv.ncpu", "hinv.pagesize", "mem.physmem",
}

// pminfoKernel asks a pminfo about the kernel's metrics, of a container unless
// its name is empty.
func pminfoKernel(tool, varDir, container string, args ...string) string {
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")
	cmd := exec.Command(tool, append([]string{"-L", "-n", names}, args...)...)
	cmd.Env = append(os.Environ(), "PCP_CONTAINER="+container, "PCP_DERIVED_CONFIG=", "PCP_VAR_DIR="+varDir)
	out, _ := cmd.Output()
	return string(out)
}

// compareKernel asks both agents about the kernel of a container, again while
// they differ: what the kernel counts there may be late.
func compareKernel(t *testing.T, varDir string, args ...string) string {
	t.Helper()
	want, diff := "", ""
	for range mostLooks {
		want = pminfoKernel(pcpconf.Genuine("pminfo"), varDir, "webby", args...)
		if diff = cmp.Diff(want, pminfoKernel(ourPminfo(t), varDir, "webby", args...)); diff == "" {
			return want
		}
	}
	t.Errorf("%q: -genuine +ours:\n%s", args, diff)
	return want
}

func ourPminfo(t *testing.T) string {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(ours, "pminfo")
}

// TestContainerOfKernel asks for metrics of the kernel, for a container that is
// the machine itself, or not there.
func TestContainerOfKernel(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	for reply, want := range map[string]string{
		"049000001800000000000000020000000100000000000000": "hinv.ncpu\n    value",
		"049000001800000091cfffff020000000000000000000000": "Container not found",
		"": "Invalid argument",
	} {
		varDir := answer(t, greeting, reply)
		out := compareKernel(t, varDir, "-f", "hinv.ncpu", "hinv.pagesize", "mem.physmem")
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
}

// TestInsideContainer asks a pmdaroot of PCP about a container with name spaces
// of its own, and both agents for what is inside.
func TestInsideContainer(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	varDir := startRoot(t, startContainer(t))
	out := compareKernel(t, varDir, append([]string{"-f"}, kernelMetrics...)...)
	if !strings.Contains(out, `value "webby.example"`) {
		t.Errorf("this is not the container:\n%s", out)
	}
	compareKernel(t, varDir, "-fl", "network.interface.type", "network.interface.virtual", "network.interface.hw_addr",
		"network.interface.mtu", "network.interface.up")
	tmpfs := pminfoKernel(ourPminfo(t), varDir, "webby", "-f", "tmpfs.capacity")
	if !strings.Contains(tmpfs, "\"/media\"] value 3072\n") {
		t.Errorf("a file system of 3 MB: %s", tmpfs)
	}
	if out := pminfoKernel(ourPminfo(t), varDir, "", "-f", "kernel.uname.nodename"); !strings.Contains(out, "value") || strings.Contains(out, "webby") {
		t.Errorf("not the machine: %s", out)
	}
}

// TestContainerWithoutProcess has pmdaroot give the number of a process that
// has ended.
func TestContainerWithoutProcess(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	varDir := answer(t, greeting, "04900000180000000000000002000000ffffff7f00000000")
	for _, metrics := range [][]string{{"hinv.ncpu"}, {"hinv.ncpu", "hinv.ninterface"}, {"filesys.mountdir"}, {"kernel.uname.nodename"}} {
		out := compareKernel(t, varDir, append([]string{"-f"}, metrics...)...)
		if ok := len(metrics) == 1 && metrics[0] == "hinv.ncpu"; strings.Contains(out, "Operation not permitted") == ok {
			t.Errorf("%q: %s", metrics, out)
		}
	}
	compareKernel(t, varDir, "-l", "network.interface.mtu")
}

// containerScript makes a container of the name spaces that it is run in, and
// waits until nobody writes to it any more. Not every machine has ip(8).
const containerScript = `set -e
mount --make-rprivate /
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs -o size=3m data /media
mount -t tmpfs -o size=1m,ro other /mnt
hostname webby.example
if ip link set lo up; then
	ip link add veth0 mtu 1400 type veth peer name veth1 && ip addr add 10.9.8.7/24 dev veth0
	echo datagram >/dev/udp/127.0.0.1/9
fi || true
echo ready
exec cat
`

// startContainer starts the first process of a container, and returns its
// number.
func startContainer(t *testing.T) int {
	t.Helper()
	need.Namespaces(t)
	cmd := exec.Command("bash", "-c", containerScript)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC |
		syscall.CLONE_NEWNET | syscall.CLONE_NEWPID}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		io.Copy(io.Discard, stdout)
		cmd.Wait()
	})
	if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
		stdin.Close()
		cmd.Wait()
		t.Fatal(fmt.Sprint(line, err), log.String())
	}
	return cmd.Process.Pid
}
