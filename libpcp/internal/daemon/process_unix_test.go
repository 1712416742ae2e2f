//go:build unix

package daemon

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stubborn is a program that starts another, names both, and ends neither at
// the end of its input nor by a signal that it can ignore.
const stubborn = `trap "" TERM HUP INT; sleep 1000 & echo $$ $!; while :; do sleep 1000; done`

// TestMain is also the process that killParent kills, and setsid(1).
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "setsid" {
		syscall.Setsid()
		fmt.Println(syscall.Exec(os.Args[2], os.Args[2:], os.Environ()))
		os.Exit(1)
	}
	script := os.Getenv("START")
	if script == "" {
		os.Exit(m.Run())
	}
	os.Unsetenv("START")
	p, err := Start(&Command{Args: []string{"/bin/sh", "-c", script, os.Args[0], stubborn}})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	line, _ := bufio.NewReader(p.Conn).ReadString('\n')
	fmt.Print(line)
	if os.Getenv("STOP") != "" {
		p.Stop(0)
		fmt.Println()
	}
	select {}
}

// TestStop wants nothing left of a program that does not end.
func TestStop(t *testing.T) {
	p, err := Start(&Command{Args: []string{"/bin/sh", "-c", stubborn}})
	if err != nil {
		t.Fatal(err)
	}
	pids := readPIDs(t, bufio.NewReader(p.Conn))
	p.Stop(10 * time.Millisecond)
	p.Stop(0)
	waitGone(t, pids)
	if p.group.guard.ProcessState == nil {
		t.Error("the guard was not waited for")
	}
}

// TestKilled kills the process that has started a program.
func TestKilled(t *testing.T) { waitGone(t, killParent(t, stubborn)) }

// killParent kills a process that has started a program, and returns the numbers
// that the program has printed.
func killParent(t *testing.T, script string) (pids []int) { return killGroup(t, "START="+script) }

// killGroup kills the process group of the process, which has stopped the program if
// there is STOP in its environment.
func killGroup(t *testing.T, environ ...string) (pids []int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), environ...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	pids = readPIDs(t, lines)
	if len(environ) > 1 {
		lines.ReadString('\n')
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Wait()
	return pids
}

// TestQuick wants a program that ends by itself to be waited for, and no
// longer than that.
func TestQuick(t *testing.T) {
	p, err := Start(&Command{Args: []string{"/bin/cat"}})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	p.Stop(time.Minute)
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestNoProgram(t *testing.T) {
	for _, c := range []Command{
		{}, {Args: []string{"/nosuch"}}, {Args: []string{"/bin/cat"}, User: "no such user"},
		{Args: []string{"/bin/cat"}, Dir: "/nosuch"},
		{Network: "unix", Address: t.TempDir() + "/socket"},
		{Network: "unix", Address: t.TempDir() + "/socket", Args: []string{"/bin/true"}, Wait: time.Minute},
	} {
		if p, err := Start(&c); err == nil {
			p.Stop(0)
			t.Errorf("%+v: no error", c)
		}
	}
}

func readPIDs(t *testing.T, r *bufio.Reader) (pids []int) {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(line) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// waitGone waits for processes to have ended, be it that nobody has waited for
// them.
func waitGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for deadline := time.Now().Add(time.Minute); alive(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("process %d is left", pid)
				break
			}
		}
	}
}

func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err == nil {
		_, state, _ := strings.Cut(string(stat), ") ")
		return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		return false
	}
	return syscall.Kill(pid, 0) == nil
}
