// Package sourcetest checks the contract of every libpcp.Source,
// as testing/fstest does for file systems:
//
//	sourcetest.Run(t, func(t testing.TB) libpcp.Source { … })
//
// It knows nothing of the metrics: it finds names, and asks everything about
// them in several ways that must agree. [Memory] is a small source to test
// other things with.
package sourcetest
