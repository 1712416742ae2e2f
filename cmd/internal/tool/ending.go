package tool

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// BeforeEnd returns a function that has its argument called before a signal ends
// the process, which no deferred function sees: an interrupt, or that nobody
// reads standard output any longer. Not so for signals that the command handles
// itself, nor for those that are ignored.
func (e *Env) BeforeEnd(handled ...os.Signal) func(remove func()) {
	return func(remove func()) {
		if !signal.Ignored(syscall.SIGPIPE) {
			signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // writing fails instead
			e.Stdout.broken = func() {
				remove()
				signal.Reset(syscall.SIGPIPE)
			}
		}
		ending := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, func(s os.Signal) bool {
			return slices.Contains(handled, s) || signal.Ignored(s)
		})
		if len(ending) > 0 { // or Notify would take all
			ends := make(chan os.Signal, 1)
			signal.Notify(ends, ending...)
			go endBy(ends, remove)
		}
	}
}

// OutliveReader has the command go on to its end and its status when nobody reads
// standard output any longer, as PCP's tools do once they talk to a pmcd.
func (e *Env) OutliveReader() { signal.Ignore(syscall.SIGPIPE) }

// endBy awaits a signal, calls remove, and has it end the process.
func endBy(ends <-chan os.Signal, remove func()) {
	sig := <-ends
	remove()
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Signal(sig)
	}
}
