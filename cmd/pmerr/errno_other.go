//go:build !unix

package main

// errno finds nothing: this system's numbers are not those of errno(3).
func errno(string) (code int32, ok bool) { return 0, false }
