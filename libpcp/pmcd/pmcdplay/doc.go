// Package pmcdplay records conversations with a pmcd, and answers as that pmcd
// did: in tests, on machines without one.
//
// A [Recorder] stands between a client and a pmcd of PCP and pairs requests
// with replies. A [Player] plays the pmcd of a recording. It matches requests by
// their questions, without regard to their order, so that a client may
// ask ahead, or fetch several metrics at once.
package pmcdplay
