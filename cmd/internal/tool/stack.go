package tool

// growStack has the stack of this goroutine grow once and for all while there
// is little on it. Grown when it is needed, it is copied several times in the
// midst of deep calls, which takes a few per cent of a short run.
//
//go:noinline
func growStack(n int) byte {
	var room [32 << 10]byte
	return room[n&(len(room)-1)]
}
