//go:build unix

package fleet

import "syscall"

// hostsAtOnce is how many hosts are asked at a time: as many as this process
// may have descriptors for, up to maxHosts.
func hostsAtOnce() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > 2*maxHosts {
		return maxHosts
	}
	return max(1, min(maxHosts, int(limit.Cur)/2))
}
