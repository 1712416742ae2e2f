//go:build !linux

package tool

import "context"

// UntilQuit is a context that ends with stop: keys are read on Linux alone.
func (e *Env) UntilQuit(ctx context.Context, _ func(key byte)) (_ context.Context, stop context.CancelFunc) {
	return context.WithCancel(ctx)
}
