//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// room is a view of a system in which whatever changes goes to a directory, except
// below /tmp.
type room struct {
	root  string // of the system
	upper string // what changes
	lower string // an earlier upper, if any
	bin   string // tools to take the place of PCP's, if any
}

// insideName is what the program is called while it furnishes a room.
const insideName = "qa-inside"

// command makes the command that runs a shell script in the room, with
// processes, mounts, host name and network of its own.
func (r room) command(script string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	cmd := exec.Command(self)
	cmd.Err = errors.Join(cmd.Err, err)
	cmd.Args = append([]string{insideName, r.root, r.upper, r.lower, r.bin, script}, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC,
		Pdeathsig:  syscall.SIGKILL,
	}
	return cmd
}

// inside furnishes the room that the program is in, and runs the script.
func inside(args []string) error {
	r := room{args[0], args[1], args[2], args[3]}
	if err := errors.Join(r.furnish(), syscall.Chroot(r.root), os.Chdir("/")); err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", args[4], "sh"}, args[5:]...)...)
	cmd.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

func (r room) furnish() error {
	err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
	for _, dir := range [...]string{"dev", "etc", "run", "usr", "var"} {
		err = errors.Join(err, r.overlay(dir))
	}
	err = errors.Join(err,
		syscall.Mount("proc", r.in("proc"), "proc", 0, ""),
		syscall.Mount("devpts", r.in("dev/pts"), "devpts", 0, "ptmxmode=666"),
		syscall.Mount("tmpfs", r.in("dev/shm"), "tmpfs", 0, ""),
		exec.Command("ip", "link", "set", "lo", "up").Run())
	if r.root != "/" {
		err = errors.Join(err, bind("/tmp", r.in("tmp")))
		for _, file := range [...]string{"usr/bin/make", "usr/bin/gmake", "etc/hosts"} { // a release's tree lacks them
			err = errors.Join(err, os.WriteFile(r.in(file), nil, 0o755), bind("/"+file, r.in(file)))
		}
	}
	if r.bin != "" {
		for _, tool := range tools {
			err = errors.Join(err, bind(filepath.Join(r.bin, tool), r.in("usr/bin/"+tool)))
		}
	}
	return err
}

// in is the path of a file of the system.
func (r room) in(name string) string { return filepath.Join(r.root, name) }

// bind has a file be seen at another path.
func bind(file, at string) error { return syscall.Mount(file, at, "", syscall.MS_BIND, "") }

// overlay has changes below a directory go to upper.
func (r room) overlay(dir string) error {
	from := r.in(dir)
	if dir == "dev" {
		from = "/dev"
	}
	upper, work := filepath.Join(r.upper, dir), filepath.Join(r.upper, ".work", dir)
	info, err := os.Stat(from)
	err = errors.Join(err, os.MkdirAll(upper, 0o755), os.MkdirAll(work, 0o755))
	if err != nil {
		return err
	}
	lower := from
	if earlier := filepath.Join(r.lower, dir); r.lower != "" && exists(earlier) {
		lower = earlier + ":" + lower
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", lower, upper, work)
	return errors.Join(os.Chmod(upper, info.Mode().Perm()), syscall.Mount("overlay", r.in(dir), "overlay", 0, options))
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
