package linux

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// contained is a process with name spaces of its own, of which the network has
// no interface that is up, and the system is called "webby".
type contained struct {
	pid int
	end func() // ends it, at the end of the test at the latest
}

func startContained(t *testing.T) contained {
	t.Helper()
	need.Namespaces(t)
	cmd := exec.Command("cat")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUTS | syscall.CLONE_NEWNET}
	stdin, stdout := pipesOf(t, cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := sync.OnceFunc(func() {
		stdin.Close()
		io.Copy(io.Discard, stdout)
		cmd.Wait()
	})
	t.Cleanup(end)
	c := contained{cmd.Process.Pid, end}
	thread := c.enter(t, utsSpace)
	defer thread.leave()
	thread.do(func() {
		if err := unix.Sethostname([]byte("webby")); err != nil {
			t.Error(err)
		}
	})
	return c
}

func pipesOf(t *testing.T, cmd *exec.Cmd) (io.Closer, io.Reader) {
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return stdin, stdout
}

func (c contained) enter(t *testing.T, s space) *nsThread {
	t.Helper()
	p, err := openProcess(c.pid)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	thread, err := p.enter(s)
	if err != nil {
		t.Fatal(err)
	}
	return thread
}

// answerFor is a pmdaroot that has one container, whatever its name.
func answerFor(t *testing.T, c contained) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("PCP_VAR_DIR", dir)
	if err := os.Mkdir(filepath.Join(dir, "pmcd"), 0o755); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "pmcd", "root.socket"))
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
			go c.answer(conn)
		}
	}()
}

// answer sends a client the greeting, and the number of the process for each
// request.
func (c contained) answer(conn net.Conn) {
	defer conn.Close()
	message := func(fields ...uint32) (b []byte) {
		for _, field := range fields {
			b = binary.NativeEndian.AppendUint32(b, field)
		}
		return b
	}
	request := make([]byte, 8192)
	for reply := message(0x9000, 24, 0, 2, 7, 0); ; reply = message(0x9004, 24, 0, 2, uint32(c.pid), 0) {
		if _, err := conn.Write(reply); err != nil {
			return
		}
		if _, err := conn.Read(request); err != nil {
			return
		}
	}
}

// asker is an agent and its client.
type asker struct {
	service *pmda.Service
	client  *pmda.Client
}

// newAsker is a client of a container, unless its name is empty.
func newAsker(t *testing.T, container string) asker {
	a := asker{pmda.NewService(New(), 60, nil), &pmda.Client{}}
	if container != "" {
		a.service.SetAttribute(t.Context(), a.client, pmda.AttrContainer, container)
	}
	t.Cleanup(func() { a.service.Close() })
	return a
}

// fetch fetches all that the tests ask for, and returns the name of the system.
func (a asker) fetch(t *testing.T) (string, error) {
	t.Helper()
	sets, err := a.service.Fetch(t.Context(), a.client, []libpcp.PMID{
		libpcp.NewPMID(60, 12, 4), // kernel.uname.nodename
		libpcp.NewPMID(60, 3, 27), // hinv.ninterface
		libpcp.NewPMID(60, 3, 21), // network.interface.mtu
		libpcp.NewPMID(60, 34, 1), // tmpfs.capacity
	}, nil)
	if err != nil {
		return "", err
	}
	if len(sets[0].Values) != 1 {
		return "", sets[0].Err
	}
	atom, err := libpcp.Extract(sets[0].Format, sets[0].Values[0], libpcp.TypeString, libpcp.TypeString)
	return atom.Text(), err
}

// mustFetch is fetch when the name is known.
func (a asker) mustFetch(t *testing.T, want string) {
	t.Helper()
	if name, err := a.fetch(t); err != nil || name != want {
		t.Errorf("%q, %v, want %q", name, err, want)
	}
}

// links are what the files in a directory of /proc link to, such as the name
// spaces of a thread.
func links(pattern string) (list []string) {
	paths, _ := filepath.Glob(pattern)
	for _, path := range paths {
		if link, err := os.Readlink(path); err == nil {
			list = append(list, link)
		}
	}
	return list
}

// TestNothingKept enters a container for each of many requests and leaves it: no
// descriptor, thread or name space remains, and the process itself never moves.
func TestNothingKept(t *testing.T) {
	c := startContained(t)
	answerFor(t, c)
	a := newAsker(t, "webby")
	a.mustFetch(t, "webby")
	own := links("/proc/self/ns/*")
	descriptors := len(links("/proc/self/fd/*"))
	for i := range 200 {
		a.mustFetch(t, "webby")
		if i%10 > 0 {
			continue
		}
		if _, err := a.service.Instances(t.Context(), a.client, libpcp.NewInDom(60, 17)); err != nil {
			t.Fatal(err)
		}
	}
	if now := links("/proc/self/ns/*"); len(now) == 0 || !equal(now, own) {
		t.Errorf("the process is in %q, was in %q", now, own)
	}
	awaitDescriptors(t, descriptors+2)
	awaitThreads(t, own)
}

// awaitDescriptors waits until there are few: the pmdaroot of the test closes its
// own late.
func awaitDescriptors(t *testing.T, most int) {
	t.Helper()
	now := len(links("/proc/self/fd/*"))
	for end := time.Now().Add(time.Minute); now > most && time.Now().Before(end); now = len(links("/proc/self/fd/*")) {
		time.Sleep(10 * time.Millisecond)
	}
	if now > most {
		t.Errorf("%d descriptors, not up to %d", now, most)
	}
}

// awaitThreads waits until all threads are where the process is, and few.
func awaitThreads(t *testing.T, own []string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		tasks, _ := filepath.Glob("/proc/self/task/*")
		away := ""
		for _, task := range tasks {
			if now := links(task + "/ns/*"); len(now) == len(own) && !equal(now, own) {
				away = task
			}
		}
		switch {
		case away == "" && len(tasks) < 100+4*runtime.NumCPU():
			return
		case time.Now().After(end):
			t.Fatalf("%d threads, one of them in a container: %q", len(tasks), away)
		}
	}
}

func equal(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestTwoClients has a client of the machine and one of a container ask at the
// same time.
func TestTwoClients(t *testing.T) {
	c := startContained(t)
	here, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	answerFor(t, c)
	var both sync.WaitGroup
	for container, want := range map[string]string{"": here, "webby": "webby"} {
		a := newAsker(t, container)
		both.Go(func() {
			for range 100 {
				a.mustFetch(t, want)
			}
		})
	}
	both.Wait()
}

// TestContainerEnds has a container end between two requests, during a fetch,
// and while it is entered.
func TestContainerEnds(t *testing.T) {
	c := startContained(t)
	answerFor(t, c)
	a := newAsker(t, "webby")
	a.mustFetch(t, "webby")
	p, err := openProcess(c.pid)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	thread := c.enter(t, utsSpace)
	defer thread.leave()
	c.end()
	var n names
	if thread.do(func() { n, err = readNames() }); err != nil || n.nodename != "webby" {
		t.Errorf("entered before: %+v, %v", n, err)
	}
	if _, err := p.enter(netSpace); !errors.Is(err, syscall.EPERM) {
		t.Errorf("of a process that has ended: %v", err)
	}
	if name, err := a.fetch(t); !errors.Is(err, syscall.EPERM) {
		t.Errorf("after its end: %q, %v", name, err)
	}
}

// TestFileSystems looks for a file system that only the container has.
func TestFileSystems(t *testing.T) {
	c := startContained(t)
	answerFor(t, c)
	dir := t.TempDir()
	thread := c.enter(t, mountSpace)
	defer thread.leave()
	thread.do(func() {
		if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			t.Error(err)
		}
		if err := unix.Mount("data", dir, "tmpfs", 0, "size=1m"); err != nil {
			t.Error(err)
		}
	})
	for container, want := range map[string]uint64{"": 0, "webby": 1024} {
		a := newAsker(t, container)
		id, _ := a.service.InstanceID(t.Context(), a.client, libpcp.NewInDom(60, 18), dir)
		sets, err := a.service.Fetch(t.Context(), a.client, []libpcp.PMID{libpcp.NewPMID(60, 34, 1)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got uint64
		for _, v := range sets[0].Values {
			if atom, err := libpcp.Extract(sets[0].Format, v, libpcp.TypeU64, libpcp.TypeU64); err == nil && v.Inst == id {
				got = atom.Uint64()
			}
		}
		if got != want {
			t.Errorf("%q: a file system of %d KB, want %d", container, got, want)
		}
	}
}

// TestCallPanics has a call panic inside a thread.
func TestCallPanics(t *testing.T) {
	thread := startContained(t).enter(t, netSpace)
	defer thread.leave()
	func() {
		defer func() {
			if recover() != "inside" {
				t.Error("no panic")
			}
		}()
		thread.do(func() { panic("inside") })
	}()
	thread.do(func() {})
}

// TestFIFO reads a FIFO, which nobody writes to, in place of a file and of a
// directory.
func TestFIFO(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	var h host
	if text, err := h.line(path); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
	if names := h.entries(path); len(names) > 0 {
		t.Errorf("%q", names)
	}
}

// TestNoContainer asks for one without a pmdaroot: lists and values fail, and labels
// are none.
func TestNoContainer(t *testing.T) {
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	interfaces := libpcp.NewInDom(60, 17)
	a := newAsker(t, "webby")
	if list, err := a.service.Instances(t.Context(), a.client, interfaces); !errors.Is(err, libpcp.ErrNotConn) || list != nil {
		t.Errorf("instances: %v, %v", list, err)
	}
	if name, err := a.fetch(t); !errors.Is(err, libpcp.ErrNotConn) {
		t.Errorf("values: %q, %v", name, err)
	}
	id := libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(interfaces)}
	if sets, err := a.service.Labels(t.Context(), a.client, id, nil); err != nil || len(sets) != 0 {
		t.Errorf("labels: %v, %v", sets, err)
	}
	here := newAsker(t, "")
	if list, err := here.service.Instances(t.Context(), here.client, interfaces); err != nil || len(list) == 0 {
		t.Errorf("instances of the machine: %v, %v", list, err)
	}
	if sets, err := here.service.Labels(t.Context(), here.client, id, nil); err != nil || len(sets) == 0 {
		t.Errorf("labels of the machine: %v, %v", sets, err)
	}
}

// TestInterfacesInside lists the interfaces of a container, which has lo and no other.
func TestInterfacesInside(t *testing.T) {
	c := startContained(t)
	answerFor(t, c)
	interfaces := libpcp.NewInDom(60, 3)
	a := newAsker(t, "webby")
	list, err := a.service.Instances(t.Context(), a.client, interfaces)
	if err != nil || len(list) != 1 || list[0].Name != "lo" {
		t.Errorf("instances: %v, %v", list, err)
	}
	id := libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(interfaces)}
	if sets, err := a.service.Labels(t.Context(), a.client, id, nil); err != nil || len(sets) != 1 {
		t.Errorf("labels: %v, %v", sets, err)
	}
}
