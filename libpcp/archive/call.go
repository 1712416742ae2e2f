package archive

import "context"

// call runs what reads records for a call with a context.
//
// The set holds that context meanwhile, since the opening of a volume lies some
// forty methods below, several of which go on after an error, as libpcp (C) does.
// What they made of a cancelled one is undone here, so that the next call starts
// where this one did, unless an archive has been left out since.
func (a *Archive) call(ctx context.Context, read func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before := *a.cur
	a.interp.Deactivate()
	a.set.During(ctx)
	err := read()
	a.set.During(context.Background())
	if cancelled := ctx.Err(); cancelled != nil {
		a.cur.Restore(before)
		a.interp.Forget()
		return cancelled
	}
	return err
}
