//go:build !unix

package pipeline

func hostsTogether() int { return maxTogether }
