//go:build linux

package proc

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// group is the control group that pmdaroot has for the container "webby".
var (
	identifier = strings.Repeat("ab", 32)
	group      = "docker/" + identifier
)

// mounts are where control groups may be.
var mounts = map[string]string{
	"v1":      "cgroup /c/cpu cgroup rw,cpu,cpuacct 0 0\ncgroup /c/memory cgroup rw,memory 0 0\n",
	"v2":      "cgroup2 /c/unified cgroup2 rw 0 0\n",
	"both":    "cgroup2 /c/unified cgroup2 rw 0 0\ncgroup /c/memory cgroup rw,memory 0 0\n",
	"neither": "",
}

// containerTree makes three processes, two of them in a container.
func containerTree(t *testing.T, mounts string) string {
	t.Helper()
	tree := t.TempDir()
	for pid := 2; pid <= 4; pid++ {
		makeProcess(t, tree, pid, fmt.Sprint("p", pid))
	}
	writeFile(t, filepath.Join(tree, "proc", "mounts"), mounts)
	writeFile(t, filepath.Join(tree, "proc", "cgroups"), "#subsys_name hierarchy num_cgroups enabled\ncpu 1 2 1\nmemory 2 2 1\n")
	for _, mount := range []string{"cpu", "memory", "unified"} {
		for _, dir := range []string{group, "machine.slice/" + group, "other"} {
			makeGroup(t, filepath.Join(tree, "c", mount, dir))
		}
	}
	// agents put the root in front twice
	twice := filepath.Join(tree, tree)
	if err := os.MkdirAll(twice, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(tree, "c"), filepath.Join(twice, "c")); err != nil {
		t.Fatal(err)
	}
	return tree
}

func makeGroup(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "container"), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"container/cgroup.procs": "4\n2\n",
		"tasks":                  "3\n",
		"cpu.shares":             "1024\n",
		"cpuacct.usage":          "77\n",
		"memory.stat":            "cache 1\nrss 2\n",
	} {
		writeFile(t, filepath.Join(dir, file), text)
	}
}

// compareContainer puts the same questions to both agents, which find the
// socket of pmdaroot below a directory.
func compareContainer(t *testing.T, tree, varDir, container string) string {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-fdI", "proc.nprocs", "proc.psinfo.pid", "cgroup.mounts.subsys", "hotproc.nprocs",
		"cgroup.cpuacct.usage", "cgroup.memory.stat.rss"}
	ask := func(tool string) string {
		out := run(t, tool, tree, args, "PCP_CONTAINER="+container, "PCP_VAR_DIR="+varDir)
		return logVaries.ReplaceAllString(out, "")
	}
	want := ask(pcpconf.Genuine("pminfo"))
	if diff := cmp.Diff(want, ask(filepath.Join(ours, "pminfo"))); diff != "" {
		t.Errorf("%s: -genuine +ours:\n%s", container, diff)
	}
	return want
}

var logVaries = regexp.MustCompile(`(?m)^\[.*?\] pminfo\(\d+\) `)

// TestContainer asks for what belongs to a container, of which a genuine
// pmdaroot knows, or where there is none.
func TestContainer(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	without := compareContainer(t, containerTree(t, mounts["v1"]), t.TempDir(), "webby")
	if !strings.Contains(without, "Transport endpoint is not connected") {
		t.Errorf("it is connected:\n%s", without)
	}
	varDir := startRoot(t, os.Getpid())
	for name, mounts := range mounts {
		tree := containerTree(t, mounts)
		containers := []string{"webby"}
		if name == "v1" {
			containers = append(containers, "/webby", identifier, identifier[:12], "nosuch")
		}
		for _, container := range containers {
			out := compareContainer(t, tree, varDir, container)
			if known := container != "nosuch"; strings.Contains(out, "Container not found") == known {
				t.Errorf("%s: %s:\n%s", name, container, out)
			}
			if found := strings.Contains(out, "000004 /bin/p4"); found != (container != "nosuch" && name != "neither") {
				t.Errorf("%s: %s:\n%s", name, container, out)
			}
		}
	}
}

// startRoot runs a pmdaroot of PCP, with a container of docker whose first
// process is given, and returns the directory below which its socket is.
func startRoot(t *testing.T, first int) string {
	t.Helper()
	need.Root(t, "runs pmdaroot")
	dbpmda := filepath.Join(filepath.Dir(pcpconf.Genuine("pminfo")), "dbpmda")
	need.File(t, dbpmda)
	root := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "root", "pmdaroot")
	need.File(t, root)
	dir := t.TempDir()
	config := filepath.Join(dir, "docker", "containers", identifier, "config.v2.json")
	for _, d := range []string{filepath.Dir(config), filepath.Join(dir, "pmcd")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, config, fmt.Sprintf(`{"State":{"Running":true,"Paused":false,"Restarting":false,"Pid":%d},"Name":"/webby"}`, first))
	cmd := exec.Command(dbpmda, "-n", filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_root"))
	nowhere := filepath.Join(dir, "nosuch")
	cmd.Env = append(os.Environ(), "PCP_VAR_DIR="+dir, "PCP_DOCKER_DIR="+filepath.Join(dir, "docker"), "PCP_CGROUP_CHECK_PATH="+nowhere,
		"PCP_PODMAN_DATADIR="+nowhere, "PCP_LXC_DIR="+nowhere, "TERM=dumb")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // pmdaroot ends with dbpmda, and that with its input
		stdin.Close()
		cmd.Wait()
	})
	fmt.Fprintf(stdin, "open pipe %s -d 1 -l %s\n", root, filepath.Join(dir, "log"))
	await(t, filepath.Join(dir, "pmcd", "root.socket"))
	return dir
}

// await waits until somebody listens at a socket.
func await(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("unix", path)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// TestContainerReplies has a pmdaroot that answers as none does.
func TestContainerReplies(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		need.Skip(t, "needs a little-endian machine: so are the messages")
	}
	tree := containerTree(t, mounts["v1"])
	for name, c := range map[string]struct{ greeting, reply, want string }{
		"base name":     {greeting, "069000005800000000000000020000000100000040000000" + hex.EncodeToString([]byte(identifier)), "/" + group + `"] value 2`},
		"none":          {greeting, "", "Invalid argument"},
		"torn":          {greeting, "0690", "Invalid argument"},
		"another type":  {greeting, "049000001800000000000000020000000000000000000000", "No such process"},
		"torn greeting": {"0090", "", "server: Invalid argument"},
		"stranger":      {"0190000018000000000000000200000007000000ffffffff", "", "server: No such process"},
		"refusal":       {"0090000018000000ffffffff020000000700000000000000", "", "server: Operation not permitted"},
	} {
		varDir := answer(t, c.greeting, c.reply)
		if out := compareContainer(t, tree, varDir, "webby"); !strings.Contains(out, c.want) {
			t.Errorf("%s: no %q in\n%s", name, c.want, out)
		}
	}
}

// answer listens as a pmdaroot does: it sends a greeting to each client, and
// the same reply whatever it asks.
func answer(t *testing.T, greeting, reply string) (varDir string) {
	t.Helper()
	varDir = t.TempDir()
	if err := os.Mkdir(filepath.Join(varDir, "pmcd"), 0o755); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(varDir, "pmcd", "root.socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerClient(conn, unhex(greeting), unhex(reply))
		}
	}()
	return varDir
}

func answerClient(conn net.Conn, greeting, reply []byte) {
	defer conn.Close()
	request := make([]byte, 8192)
	for message := greeting; len(message) > 0; message = reply {
		if _, err := conn.Write(message); err != nil {
			return
		}
		if _, err := conn.Read(request); err != nil {
			return
		}
	}
}

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}
