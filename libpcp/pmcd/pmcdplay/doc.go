// Package pmcdplay records conversations with a pmcd, and answers as that pmcd
// did: in tests, on machines without one.
//
// A [Recorder] stands between a client and a genuine pmcd and pairs requests
// with replies. A [Player] is a pmcd of what has been recorded. It matches
// requests by what they ask, without regard to their order, so that a client may
// ask ahead, or several things at once.
package pmcdplay
