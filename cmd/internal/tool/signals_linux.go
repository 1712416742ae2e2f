package tool

import (
	"syscall"
	"unsafe"
)

// deadly are signals that end a C program at once, and that Go's run-time
// takes for itself: it would print where all goroutines are, or do nothing.
var deadly = [...]syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGALRM, syscall.SIGVTALRM,
	syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGIO, syscall.SIGPWR, syscall.SIGXCPU, syscall.SIGXFSZ}

// defaultSignals gives them back to the kernel, whose default it is to end
// the process.
func defaultSignals() {
	var action [8]uint64 // a struct sigaction of zeros: SIG_DFL
	for _, sig := range deadly {
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	}
}
