package tool

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// BeforeEnd returns a function that registers its argument to be called before
// a signal ends the process, which runs no deferred functions: an interrupt, or
// a closed reader of standard output. Signals in handled and ignored signals
// are excepted.
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

// OutliveReader makes the command continue to its end after the reader of
// standard output has closed it, as PCP's tools do once they talk to a pmcd.
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

// UntilInterrupted is a context that ends with a signal that asks the process to end,
// unless that is ignored.
func UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	asking := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM}, signal.Ignored)
	if len(asking) == 0 { // which would stand for all
		return context.WithCancel(ctx)
	}
	return signal.NotifyContext(ctx, asking...)
}
