//go:build !linux

package peak

// measure is for Linux only.
func measure(string, []string) int { return 1 }
