//go:build !unix

package tool

func reservePoller() error { return nil }
