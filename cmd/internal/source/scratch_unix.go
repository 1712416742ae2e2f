//go:build unix

package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
)

// removerScript waits for the end of its input and removes a directory, if it is
// still there: then nothing needs to be started.
const removerScript = `trap '' HUP INT TERM; read -r _; [ ! -e "$0" ] || rm -rf -- "$0"`

// removeAfter has a directory removed when this process ends, even if it is
// killed: by another process, as far as one can be started. The function that it
// returns does so before.
func removeAfter(dir string) (remove func()) {
	plain := func() { os.RemoveAll(dir) }
	path, err := filepath.Abs(dir)
	if err != nil {
		return plain
	}
	wait, hold, err := os.Pipe()
	if err != nil {
		return plain
	}
	defer wait.Close()
	remover := exec.Command("/bin/sh", "-c", removerScript, path)
	remover.Stdin, remover.Dir = wait, "/"
	remover.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := remover.Start(); err != nil {
		hold.Close()
		return plain
	}
	return sync.OnceFunc(func() {
		plain()
		hold.Close()
		remover.Wait()
	})
}
