package tool

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
)

// BeforeEnd returns a function that registers its argument to be called before
// a signal ends the process, which runs no deferred functions: an interrupt, or
// a closed reader of standard output. Signals in handled and ignored signals
// are excepted; handled ones call it where [Env.UntilInterrupted] has them end the process.
func (e *Env) BeforeEnd(handled ...os.Signal) func(remove func()) {
	return func(remove func()) {
		e.removal().Store(&remove)
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
			go func() {
				sig := <-ends
				(*e.removal().Load())()
				endBy(sig)
			}()
		}
	}
}

// OutliveReader makes the command continue to its end after the reader of
// standard output has closed it, as PCP's tools do once they talk to a pmcd.
func (e *Env) OutliveReader() { signal.Ignore(syscall.SIGPIPE) }

// removal holds what BeforeEnd has registered.
func (e *Env) removal() *atomic.Pointer[func()] {
	if e.remove == nil {
		e.remove = new(atomic.Pointer[func()])
	}
	return e.remove
}

// endBy has a signal end the process.
func endBy(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(1) // where processes send no signals
	}
}

// goodOrder is how long a command may take to end after an interrupt: half of the second in which
// it is to be gone, as one with many hosts notices late and takes time to be taken apart.
const goodOrder = 500 * time.Millisecond

// UntilInterrupted is a context that ends with a signal that asks the process to end,
// unless that is ignored. The command then ends in good order; if it does not in
// [goodOrder], because nobody reads its output or there is much to write, the signal ends
// the process, as does a second one.
func (e *Env) UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	asking := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM}, signal.Ignored)
	if len(asking) == 0 { // which would stand for all
		return ctx, cancel
	}
	asked, removal := make(chan os.Signal, 1), e.removal()
	signal.Notify(asked, asking...)
	go func() {
		select {
		case <-ctx.Done():
			signal.Stop(asked)
		case sig := <-asked:
			cancel()
			signal.Reset(asking...)
			time.Sleep(goodOrder)
			if remove := removal.Load(); remove != nil {
				(*remove)()
			}
			endBy(sig)
		}
	}()
	return ctx, cancel
}
