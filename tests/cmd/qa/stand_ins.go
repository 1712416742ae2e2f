//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// sudo stands in for sudo(8), set-uid root: the suite gives it -u USER and
// options that do not matter here.
func sudo(args []string) error {
	name := "root"
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-u" && len(args) > 1 {
			name, args = args[1], args[1:]
		}
		args = args[1:]
	}
	for len(args) > 0 && strings.Contains(args[0], "=") {
		key, value, _ := strings.Cut(args[0], "=")
		os.Setenv(key, value)
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Println("usage: sudo [-EHkS] [-u user] command")
		return nil
	}
	if err := become(name); err != nil {
		return err
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, args, os.Environ())
}

func become(name string) error {
	u, err := user.Lookup(name)
	if err != nil {
		return err
	}
	ids, err := u.GroupIds()
	if err != nil {
		return err
	}
	groups := make([]int, len(ids))
	for i, id := range ids {
		groups[i], _ = strconv.Atoi(id)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := syscall.Setgroups(groups); err != nil {
		return err
	}
	if err := syscall.Setgid(gid); err != nil {
		return err
	}
	return syscall.Setuid(uid)
}

// chkconfig stands in for chkconfig(8): a service is on if it has a file.
func chkconfig(args []string) int {
	const dir = "/etc/chkconfig"
	os.MkdirAll(dir, 0o755)
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return 0
	}
	file := filepath.Join(dir, filepath.Base(args[0]))
	switch {
	case len(args) > 1 && args[1] == "on":
		os.WriteFile(file, nil, 0o644)
	case len(args) > 1 && args[1] == "off":
		os.Remove(file)
	default:
		if _, err := os.Stat(file); err != nil {
			return 1
		}
	}
	return 0
}
