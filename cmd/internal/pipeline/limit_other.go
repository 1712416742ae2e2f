//go:build !unix

package pipeline

func hostsAtOnce() int   { return maxHosts }
func hostsTogether() int { return maxTogether }
