//go:build unix

package daemon

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// group is a program and its descendants: its process group, and the processes
// that have its mark.
type group struct {
	mark  string    // a variable in the environment of the program
	guard *exec.Cmd // leads the process group
	hold  *os.File  // when this is closed, the guard kills the group
}

// killMarked kills the processes in whose environment the mark $1 is, where /proc
// has that. Each pass but the first is for processes that were forked meanwhile,
// or were about to run another program: they have no environment for a moment.
const killMarked = `cd /proc && for pass in 1 2 3 4 5; do
	for file in $(grep -slF "$1" [0-9]*/environ); do kill -9 "${file%/*}"; done
	sleep 0.1
done`

// guardScript waits for the end of its input and kills the group.
const guardScript = `read -r _; ` + killMarked + `; kill -9 0`

// newGroup makes a group for a program, and prepares the program to be in it
// and to be run by a user, unless the name is "".
func newGroup(cmd *exec.Cmd, userName string) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if userName != "" {
		var err error
		if cmd.SysProcAttr.Credential, err = credential(userName); err != nil {
			return nil, err
		}
	}
	g, err := startGuard("PCPTOOLS_DAEMON_" + strconv.FormatUint(rand.Uint64(), 36) + "=")
	if err == nil {
		cmd.SysProcAttr.Pgid = g.guard.Process.Pid
		cmd.Env = append(cmd.Environ(), g.mark)
	}
	return g, err
}

func startGuard(mark string) (*group, error) {
	wait, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer wait.Close()
	guard := exec.Command("/bin/sh", "-c", guardScript, "sh", mark)
	guard.Stdin, guard.Dir, guard.Env = wait, "/", []string{}
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := guard.Start(); err != nil {
		hold.Close()
		return nil, err
	}
	return &group{mark, guard, hold}, nil
}

// end kills the process group, and has marked processes killed soon, be it that
// this one has ended by then. No other process group can have this number before
// that: it is the number of the guard, which has not been waited for.
func (g *group) end() {
	kill := exec.Command("/bin/sh", "-c", killMarked, "sh", g.mark)
	kill.Dir, kill.Env = "/", []string{}
	kill.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if kill.Start() == nil {
		go kill.Wait()
	}
	syscall.Kill(-g.guard.Process.Pid, syscall.SIGKILL)
	g.hold.Close()
	g.guard.Wait()
}

// credential is what a process of a user has; nil if this is one.
func credential(name string) (*syscall.Credential, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("cannot find the %s user", name)
	}
	if u.Uid == strconv.Itoa(os.Getuid()) {
		return nil, nil
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	ids, err3 := u.GroupIds()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	c := &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	for _, text := range ids {
		id, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return nil, err
		}
		c.Groups = append(c.Groups, uint32(id))
	}
	return c, nil
}
