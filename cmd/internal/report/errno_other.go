//go:build !unix

package report

// errnoName is "": this system does not number errors like errno(3).
func errnoName(int) string { return "" }
