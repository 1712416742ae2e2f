package tool

// stackSize is what a command's stack takes, in nearly all cases.
const stackSize = 48 << 10

// reserveStack makes the stack of this goroutine so large that it need not
// grow: it would by being copied, frame by frame, with what the program knows of
// each function on it.
//
//go:noinline
func reserveStack() byte {
	var stack [stackSize]byte
	return stack[len(unreserved)]
}

// unreserved keeps the compiler from knowing that nothing is needed.
var unreserved []byte
