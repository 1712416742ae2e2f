//go:build unix

package pipeline

import "syscall"

// hostsAtOnce is how many hosts are asked at a time, unless the user says
// otherwise: as many as this process may have descriptors for, up to maxHosts.
func hostsAtOnce() int { return min(maxHosts, hostsTogether()) }

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
