//go:build !unix

package main

// errno finds nothing: this system does not number errors like errno(3).
func errno(string) (code int32, ok bool) { return 0, false }
