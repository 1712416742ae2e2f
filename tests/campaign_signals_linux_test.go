//go:build linux

package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
)

var endings = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE,
	syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGTSTP}

const writing = "writing"

// moment is a time at which a tool can be signalled.
type moment struct {
	name  string
	lines []string
	// reach starts a tool and returns when it is there.
	reach func(p *patient, t *testing.T, args []string)
}

var (
	hostLines = []string{"pminfo -f sample", "pmprobe -v sample", "pmval sample.long.one", "pmstore sample.long.one 1"}
	longLines = []string{"pminfo -f -a 20180415.09.16", "pmprobe -v -a 20180415.09.16", "pmval -a 20180415.09.16 -t 0.01 kernel.all.load"}
	moments   = []moment{
		{"connecting", hostLines, (*patient).connecting},
		{"waiting for a greeting", hostLines, func(p *patient, t *testing.T, args []string) { p.waiting(t, args, nil) }},
		{"waiting for a reply", hostLines, func(p *patient, t *testing.T, args []string) { p.waiting(t, args, greeting) }},
		{"waiting for the rest of a reply", hostLines, func(p *patient, t *testing.T, args []string) { p.waiting(t, args, halfReply) }},
		{"sampling", []string{"pmval -d -t 60 -a 20180415.09.16 kernel.all.load", "pmval -d -r -t 60 -a 20180415.09.16 kernel.all.load"}, (*patient).sampling},
		{writing, longLines, (*patient).sampling},
	}
)

// greeting is what a pmcd says first; halfReply has the beginning of another PDU
// behind it.
var (
	greeting  = []byte{0, 0, 0, 20, 0, 0, 0x70, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0xe, 0x44}
	halfReply = append(greeting[:len(greeting):len(greeting)], 0, 0, 0, 24, 0, 0, 0x70)
)

// TestCampaignSignals signals tools at several moments, and wants them to end, or
// to stop and go on, as PCP's do.
func TestCampaignSignals(t *testing.T) {
	archives := need.Archives(t)
	r := campaign.Rand(t)
	runs := 0
	for _, m := range moments {
		for _, signal := range endings {
			if signal == syscall.SIGPIPE && m.name != writing {
				continue // Go's runtime takes no notice of one that is sent
			}
			for _, line := range some(r, m.lines, campaign.Scale(t)) {
				words := strings.Fields(line)
				want := signalled(t, need.Tool(t, words[0]), words[1:], archives, m, signal)
				if got := signalled(t, ours(t, words[0]), words[1:], archives, m, signal); got != want {
					t.Errorf("%s, %v while %s: %s, the genuine tool: %s", line, signal, m.name, got, want)
				}
				runs++
			}
		}
	}
	t.Logf("%d signals to each side", runs)
}

// TestIgnoredSignals signals tools that were started with the signal ignored:
// PCP's go on, and ours where Go's runtime leaves the signal alone.
func TestIgnoredSignals(t *testing.T) {
	archives := need.Archives(t)
	const goesOn = "goes on"
	for signal, want := range map[syscall.Signal]string{syscall.SIGINT: goesOn, syscall.SIGHUP: goesOn,
		syscall.SIGQUIT: "signal: quit", syscall.SIGTERM: "signal: terminated", syscall.SIGUSR1: "signal: user defined signal 1",
		syscall.SIGALRM: "signal: alarm clock", syscall.SIGABRT: "signal: aborted", syscall.SIGXCPU: "signal: CPU time limit exceeded"} {
		for _, side := range []struct{ tool, want string }{{need.Tool(t, "pminfo"), goesOn}, {ours(t, "pminfo"), want}} {
			p := newPatient(t, "/bin/sh", archives)
			p.sampling(t, []string{"-c", fmt.Sprintf(`trap "" %d; exec "$0" -f -a 20180415.09.16`, signal), side.tool})
			p.cmd.Process.Signal(signal)
			got := goesOn
			if side.want != goesOn { // it does not end by itself: nobody reads what it writes
				p.cmd.Wait()
				got = strings.TrimSuffix(p.cmd.ProcessState.String(), " (core dumped)")
			} else if _, err := io.CopyN(io.Discard, p.output, 64<<10); err != nil { // much more than it has written
				got = err.Error()
			}
			p.cmd.Process.Kill()
			p.cmd.Wait()
			if got != side.want {
				t.Errorf("%s, %v ignored: %s, want %s", side.tool, signal, got, side.want)
			}
		}
	}
}

// TestInterruptedRecords interrupts pmval with a format of ours: the document is
// ended.
func TestInterruptedRecords(t *testing.T) {
	archives := need.Archives(t)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		p := newPatient(t, ours(t, "pmval"), archives)
		p.sampling(t, strings.Fields("--format=json -d -t 60 -a 20180415.09.16 kernel.all.load"))
		p.cmd.Process.Signal(signal)
		rest, err := io.ReadAll(p.output)
		if err != nil {
			t.Fatal(err)
		}
		p.cmd.Wait()
		if text := append([]byte("{"), rest...); !json.Valid(text) || p.cmd.ProcessState.ExitCode() != 0 {
			t.Errorf("%v: %v\n%s", signal, p.cmd.ProcessState, text)
		}
	}
}

// openings are command lines that open a source at HOST, in the classic format and in
// formats of ours, of one source and of many.
var openings = []string{
	"pminfo -h HOST -f sample", "pmprobe -h HOST -v sample", "pmval -h HOST sample.long.one", "pmstore -h HOST sample.long.one 1",
	"pminfo --format=csv -h HOST sample", "pmprobe --format=json -h HOST sample", "pmval --format=csv -h HOST sample.long.one",
	"pmval --format=json -h HOST sample.long.one", "pmval --format=table -h HOST sample.long.one", "pmval --plot -h HOST sample.long.one",
	"pmval --summary -s 5 -h HOST sample.long.one", "pminfo --watch=1 -h HOST sample", "pmprobe --watch=1 --format=jsonl -h HOST sample",
	"pminfo --hosts=HOST,HOST -f sample", "pmprobe --format=table --hosts=HOST,HOST sample", "pmval --summary -s 5 --hosts=HOST,HOST sample.long.one",
	"pmval --format=csv --hosts=HOST,HOST sample.long.one", "pminfo --watch=1 --format=jsonl --hosts=HOST,HOST sample",
	"pminfo -h http://HOST -f sample", "pmval -h http://HOST sample.long.one", "pmprobe -h http://HOST --series=sample", "pmval -h http://HOST --series=x sample.long.one",
	"pmval -h http://HOST --format=csv --series=sample.long.one", "pmval -h http://HOST --format=csv --follow --series=sample.long.one",
}

// promptly is how long an interrupt may take: a second, and what a busy machine adds.
const promptly = 4 * time.Second

// TestCampaignOpening asks tools to end while they open their source, which takes the
// connection and says nothing, or only greets: the first signal ends them.
func TestCampaignOpening(t *testing.T) {
	need.Verify(t, "starts a hundred tools")
	for _, line := range openings {
		words := strings.Fields(line)
		for _, said := range [][]byte{nil, greeting} {
			if said != nil && strings.Contains(line, "http:") {
				continue
			}
			for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
				p := newPatient(t, ours(t, words[0]), t.TempDir())
				p.waiting(t, words[1:], said)
				p.endsPromptly(t, fmt.Sprintf("%s, %v after %q", line, signal, said), signal)
				p.close()
			}
		}
	}
}

// TestCampaignInterruptedHosts asks tools to end while they ask thousands of hosts, of
// which the first hundreds accept and are silent, greet, or begin a reply and the others
// refuse, and while nobody reads what they write.
func TestCampaignInterruptedHosts(t *testing.T) {
	need.Verify(t, "asks thousands of hosts, again and again")
	for _, line := range []string{"pminfo -f sample", "pminfo --format=json sample", "pmprobe --watch=1 --format=jsonl sample",
		"pmval --format=csv sample.long.one", "pmval --summary -s 5 sample.long.one"} {
		words := strings.Fields(line)
		for i, said := range [][]byte{nil, greeting, halfReply} {
			port, stop := listenMany(t, said)
			hosts := []string{"127.0.[0-19].[1-250]", "127.0.[0-255].[0-255]"}[i%2] + fmt.Sprint(":", port)
			p := newPatient(t, ours(t, words[0]), t.TempDir())
			p.unread(t)
			p.start(t, append([]string{"--hosts=" + hosts}, words[1:]...))
			time.Sleep(time.Duration(100+campaign.Rand(t).IntN(2000)) * time.Millisecond)
			p.endsPromptly(t, line+" "+hosts, syscall.SIGTERM)
			p.close()
			stop()
		}
	}
}

// listenMany listens at a port of 250 loopback addresses, says the same on all
// connections, and keeps them open until stop.
func listenMany(t *testing.T, said []byte) (port int, stop func()) {
	t.Helper()
	var all []net.Listener
	for host := range 250 {
		l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.%d:%d", host+1, port))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		port, all = l.Addr().(*net.TCPAddr).Port, append(all, l)
		go greetAll(l, said)
	}
	return port, func() {
		for _, l := range all {
			l.Close()
		}
	}
}

// greetAll says the same on all connections, and keeps them open as long as the listener.
func greetAll(l net.Listener, said []byte) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		c.Write(said)
	}
}

// endsPromptly signals the tool, which is to end soon.
func (p *patient) endsPromptly(t *testing.T, what string, signal syscall.Signal) {
	t.Helper()
	began := time.Now()
	if err := p.cmd.Process.Signal(signal); err != nil {
		t.Errorf("%s: %v\n%s", what, err, &p.errors)
	}
	late := time.AfterFunc(10*promptly, func() { p.cmd.Process.Kill() })
	p.cmd.Wait()
	late.Stop()
	if took := time.Since(began); took > promptly {
		t.Errorf("%s: %v after %v\n%s", what, p.cmd.ProcessState, took, &p.errors)
	}
}

// some chooses up to n of the lines.
func some(r *rand.Rand, lines []string, n int) (chosen []string) {
	for _, i := range r.Perm(len(lines))[:min(n, len(lines))] {
		chosen = append(chosen, lines[i])
	}
	return chosen
}

// signalled runs a tool up to a moment, signals it, and returns how it ended.
func signalled(t *testing.T, tool string, args []string, dir string, m moment, signal syscall.Signal) string {
	t.Helper()
	p := newPatient(t, tool, dir)
	defer p.close()
	m.reach(p, t, args)
	if signal == syscall.SIGPIPE {
		p.output.Close()
	} else if err := p.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	stopped := ""
	if signal == syscall.SIGTSTP {
		stopped = p.stop(t)
	}
	p.cmd.Wait() // the state has it
	if bytes.Contains(p.errors.Bytes(), []byte("goroutine ")) || p.ctx.Err() != nil {
		t.Errorf("%s, %v while %s: %v\n%s", tool, signal, m.name, p.ctx.Err(), &p.errors)
	}
	return stopped + strings.TrimSuffix(p.cmd.ProcessState.String(), " (core dumped)")
}

// patient is a tool that is to be signalled.
type patient struct {
	ctx    context.Context // ends the tool
	cmd    *exec.Cmd
	errors bytes.Buffer
	output *os.File // what it writes, if anybody reads that
	open   []io.Closer
}

func newPatient(t *testing.T, tool, dir string) *patient {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	p := &patient{ctx: ctx, cmd: exec.CommandContext(ctx, tool)}
	t.Cleanup(p.close)
	p.cmd.Dir = dir
	p.cmd.Stderr = &p.errors
	p.cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PMCD_CONNECT_TIMEOUT=60", "PMCD_REQUEST_TIMEOUT=60"}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // in a group that can be stopped
	p.cmd.WaitDelay = time.Second
	return p
}

// close closes what the tool was connected to.
func (p *patient) close() {
	for _, c := range p.open {
		c.Close()
	}
}

func (p *patient) start(t *testing.T, args []string) {
	t.Helper()
	p.cmd.Args = append(p.cmd.Args, args...)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (p *patient) listen(t *testing.T) *net.TCPListener {
	t.Helper()
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	p.open = append(p.open, l)
	return l
}

// state is the letter of the tool's state (proc(5)).
func (p *patient) state() string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	letter, _, _ := strings.Cut(rest, " ")
	return letter
}

// stop waits until the tool is stopped, lets it go on, and ends it.
func (p *patient) stop(t *testing.T) string {
	t.Helper()
	await(t, func() bool { return p.state() == "T" || p.state() == "Z" })
	stopped := "stopped, "
	if p.state() != "T" {
		stopped = "not stopped, "
	}
	p.cmd.Process.Signal(syscall.SIGCONT)
	await(t, func() bool { return p.state() != "T" })
	p.cmd.Process.Signal(syscall.SIGTERM)
	return stopped
}

// await waits for a condition, and fails the test if it takes too long.
func await(t *testing.T, ready func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !ready(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited for two minutes")
		}
	}
}

// connecting is the moment when the tool has asked for a connection, and gets
// no answer: others that nobody accepts fill the queue.
func (p *patient) connecting(t *testing.T, args []string) {
	t.Helper()
	l := p.listen(t)
	raw, err := l.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	raw.Control(func(fd uintptr) { err = syscall.Listen(int(fd), 0) })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c, err := net.DialTimeout("tcp4", l.Addr().String(), 100*time.Millisecond)
		if err != nil {
			break
		}
		p.open = append(p.open, c)
	}
	p.start(t, append([]string{"-h", l.Addr().String()}, args...))
	port := fmt.Sprintf(":%04X", l.Addr().(*net.TCPAddr).Port)
	await(t, func() bool {
		table, err := os.ReadFile("/proc/net/tcp")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(table)) {
			const connecting = "02"
			if f := strings.Fields(line); len(f) > 3 && strings.HasSuffix(f[2], port) && f[3] == connecting {
				return true
			}
		}
		return false
	})
}

// waiting is the moment when the tool has a connection, and what has been said,
// and has sent its request after that. HOST in its arguments is what it connects to.
func (p *patient) waiting(t *testing.T, args []string, said []byte) {
	t.Helper()
	l := p.listen(t)
	address := l.Addr().String()
	if line := strings.Join(args, " "); strings.Contains(line, "HOST") {
		args = strings.Fields(strings.ReplaceAll(line, "HOST", address))
	} else {
		args = append([]string{"-h", address}, args...)
	}
	p.start(t, args)
	deadline := time.Now().Add(time.Minute)
	l.SetDeadline(deadline)
	c, err := l.Accept()
	if err != nil {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		t.Fatalf("%v: %v\n%s", args, err, &p.errors)
	}
	p.open = append(p.open, c)
	c.SetDeadline(deadline)
	if said == nil {
		return
	}
	c.Write(said)
	const creds = 20
	if _, err := io.ReadFull(c, make([]byte, creds+1)); err != nil {
		t.Fatal(err)
	}
}

// sampling is the moment when there is something to read, and the tool waits:
// for its next sample or, if there is much to read, for somebody to read it.
func (p *patient) sampling(t *testing.T, args []string) {
	t.Helper()
	w := p.unread(t)
	p.start(t, args)
	w.Close()
	if _, err := p.output.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	p.asleep(t)
}

// unread makes the tool's output a small pipe that nobody reads.
func (p *patient) unread(t *testing.T) (w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.open = append(p.open, r, w)
	if _, err := unix.FcntlInt(w.Fd(), unix.F_SETPIPE_SZ, 4096); err != nil {
		t.Fatal(err)
	}
	p.output, p.cmd.Stdout = r, w
	return w
}

// asleep waits until the tool does nothing for a while.
func (p *patient) asleep(t *testing.T) {
	t.Helper()
	quiet := 0
	await(t, func() bool {
		if quiet++; p.state() != "S" {
			quiet = 0
		}
		return quiet == 10
	})
}
