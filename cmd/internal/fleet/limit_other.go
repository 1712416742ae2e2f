//go:build !unix

package fleet

func hostsAtOnce() int   { return maxHosts }
func hostsTogether() int { return maxTogether }
