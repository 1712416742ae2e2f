package recordings

import (
	"fmt"
	"os"
	"os/exec"

	"pcptools/internal/world"
)

// onAnyHost runs this program again with a name of the host and a number of the
// machine that say nothing about this one: both are in labels. It reports whether
// it has done so, and its status.
func onAnyHost() (done bool, status int) {
	if name, err := os.Hostname(); err == nil && name == world.Hostname {
		return false, 0
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return true, 1
	}
	const enter = `hostname "$0"
if [ -f /etc/machine-id ]; then
	id=$(mktemp) && echo 0123456789abcdef0123456789abcdef >"$id" && chmod 644 "$id" &&
		mount --bind "$id" /etc/machine-id && rm -f "$id"
fi
exec "$@"`
	args := append([]string{"--uts", "--mount", "--propagation", "private", "sh", "-c", enter, world.Hostname, self}, os.Args[1:]...)
	cmd := exec.Command("unshare", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return true, 1
	}
	return true, cmd.ProcessState.ExitCode()
}
