//go:build !unix

package report

// errnoName is "": this system's numbers are not those of errno(3).
func errnoName(int) string { return "" }
