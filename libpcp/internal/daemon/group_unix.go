//go:build unix

package daemon

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// group is the process group of a program.
type group struct {
	guard *exec.Cmd // its leader
	hold  *os.File  // when this is closed, the guard kills the group
}

// guardScript waits for the end of its input and kills its process group.
const guardScript = `read -r _; kill -9 0`

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
	g, err := startGuard()
	if err == nil {
		cmd.SysProcAttr.Pgid = g.guard.Process.Pid
	}
	return g, err
}

func startGuard() (*group, error) {
	wait, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer wait.Close()
	guard := exec.Command("/bin/sh", "-c", guardScript)
	guard.Stdin, guard.Dir, guard.Env = wait, "/", []string{}
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := guard.Start(); err != nil {
		hold.Close()
		return nil, err
	}
	return &group{guard, hold}, nil
}

func (g *group) started(*os.Process) {}

// end kills the group, whose number nobody else can have before that: it is
// that of the guard, which has not been waited for.
func (g *group) end() {
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
