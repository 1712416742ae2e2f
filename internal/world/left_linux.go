package world

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// child is a process, distinguished from a later one of the same number by its
// start.
type child struct {
	pid   int
	start string
}

// children lists the processes that a process has started.
func children(parent int) (list []child) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if p, start := stat(pid); p == parent {
			list = append(list, child{pid, start})
		}
	}
	return list
}

// stat is the parent of a process, 0 if it has ended, and when it was started.
func stat(pid int) (parent int, start string) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if err != nil || len(fields) < 20 || string(fields[0]) == "Z" {
		return 0, ""
	}
	parent, _ = strconv.Atoi(string(fields[1]))
	return parent, string(fields[19])
}

// endLeft ends agents that do not end by themselves: a pmcd that has given an
// agent up leaves it running.
func endLeft(agents []child) {
	deadline := time.Now().Add(2 * time.Second)
	for _, a := range agents {
		for a.running() && time.Now().Before(deadline) {
			time.Sleep(10 * time.Millisecond)
		}
		if a.running() {
			syscall.Kill(a.pid, syscall.SIGKILL)
		}
	}
}

func (c child) running() bool {
	parent, start := stat(c.pid)
	return parent != 0 && start == c.start
}
