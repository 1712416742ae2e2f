//go:build !unix

package fleet

func hostsAtOnce() int { return maxHosts }
