//go:build unix

package pipeline

import "syscall"

// own is how many descriptors the process may need for itself.
const own = 16

// hostsTogether is how many hosts there can be connections to. To find the address
// of one takes descriptors too.
func hostsTogether() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > maxTogether {
		return maxTogether
	}
	return max(1, (int(limit.Cur)-own)/2)
}
