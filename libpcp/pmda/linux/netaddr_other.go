//go:build !linux

package linux

func inetAddress(string) string { return "" }
