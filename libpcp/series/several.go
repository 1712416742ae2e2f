package series

import (
	"context"
	"errors"
	"sync"
)

// atOnce is how many sources are recorded at a time.
const atOnce = 8

// recordAll makes the archives of sources, several at a time, and describes
// those that have values, in their order. The first error ends all.
func recordAll(ctx context.Context, sources []*recorder, s Selection) (recordings []Recording, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	made := make([]*Recording, len(sources))
	slots := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i, r := range sources {
		sources[i] = nil // with what it will have learned
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			switch err := r.record(ctx, s); {
			case err == nil:
				made[i] = &Recording{r.host, r.base, r.samples}
			case !errors.Is(err, errNoValues):
				cancel(err)
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, recording := range made {
		if recording != nil {
			recordings = append(recordings, *recording)
		}
	}
	return recordings, nil
}
