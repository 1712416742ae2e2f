//go:build !linux

package tool

func defaultSignals() {}
