//go:build !linux

package proc

// statistics has nothing: this system has no netlink.
type statistics struct{}

func openStatistics() statistics { return statistics{} }

func (statistics) close() {}

func (statistics) of(int32) []byte { return nil }
