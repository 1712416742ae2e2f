package daemon

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
)

// runaways are programs that leave their process group and their session, as
// shell scripts: "$0" setsid is setsid(1), see TestMain, and "$1" is stubborn.
var runaways = map[string]string{
	"itself":     `exec "$0" setsid /bin/sh -c "$1"`,
	"child":      `"$0" setsid /bin/sh -c "$1" & wait; sleep 1000`,
	"orphan":     `("$0" setsid /bin/sh -c "$1" &); sleep 1000`,
	"left alone": `("$0" setsid /bin/sh -c "$1" &)`,
	"orphans":    `("$0" setsid /bin/sh -c '("$0" setsid /bin/sh -c "$1" &)' "$0" "$1" &); sleep 1000`,
}

// startRunaway starts one of runaways, and returns the numbers of its processes.
func startRunaway(t *testing.T, script string) (*Process, []int) {
	t.Helper()
	need.Program(t, "sleep")
	p, err := Start(&Command{Args: []string{"/bin/sh", "-c", script, os.Args[0], stubborn}})
	if err != nil {
		t.Fatal(err)
	}
	return p, readPIDs(t, bufio.NewReader(p.Conn))
}

// TestRunaway wants nothing left of programs that leave their process group.
func TestRunaway(t *testing.T) {
	for name, script := range runaways {
		t.Run(name, func(t *testing.T) {
			p, pids := startRunaway(t, script)
			p.Stop(time.Millisecond)
			waitGone(t, pids)
		})
	}
}

// TestRunawayKilled kills the process that has started such programs.
func TestRunawayKilled(t *testing.T) {
	for name, script := range runaways {
		t.Run(name, func(t *testing.T) { waitGone(t, killParent(t, script)) })
	}
}

// TestRunawayStopped has the process killed, as by a terminal with its process group,
// when it has just stopped such a program.
func TestRunawayStopped(t *testing.T) {
	waitGone(t, killGroup(t, "START="+runaways["orphan"], "STOP=1"))
}

// TestRunawayUnmarked is about a program that has cleared its environment too.
func TestRunawayUnmarked(t *testing.T) {
	p, pids := startRunaway(t, `exec env -i "$0" setsid /bin/sh -c 'echo $$; exec sleep 1000'`)
	p.Stop(time.Millisecond)
	waitGone(t, pids)
}

// TestBystander ends a program beside others, which stay: one that another
// Process has left alone, and one in a session of its own.
func TestBystander(t *testing.T) {
	other, bystanders := startRunaway(t, runaways["left alone"])
	defer other.Stop(0)
	cmd := exec.Command("/bin/sleep", "1000")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()

	p, pids := startRunaway(t, runaways["orphan"])
	p.Stop(time.Millisecond)
	waitGone(t, pids)
	for _, pid := range append(bystanders, cmd.Process.Pid) {
		if !alive(pid) {
			t.Errorf("process %d of %d and %d has ended", pid, bystanders, cmd.Process.Pid)
		}
	}
}
