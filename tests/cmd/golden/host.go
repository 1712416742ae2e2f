package main

import (
	"os"
	"os/exec"
)

// elsewhereName is set once this program is where machines have no names.
const elsewhereName = "GOLDEN_ANYWHERE"

// onAnyHost runs this program again with a name of the host and a number of the
// machine that say nothing about this one: both are in labels. It reports whether
// it has done so.
func onAnyHost() (done bool, err error) {
	if os.Getenv(elsewhereName) != "" {
		return false, nil
	}
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	const enter = `hostname world.example
if [ -f /etc/machine-id ]; then
	id=$(mktemp) && echo 0123456789abcdef0123456789abcdef >"$id" && chmod 644 "$id" &&
		mount --bind "$id" /etc/machine-id && rm -f "$id"
fi
exec "$0" "$@"`
	args := append([]string{"--uts", "--mount", "--propagation", "private", "sh", "-c", enter, self}, os.Args[1:]...)
	cmd := exec.Command("unshare", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), elsewhereName+"=1")
	return true, cmd.Run()
}
