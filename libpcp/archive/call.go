package archive

import "context"

// call runs what reads records for a call with a context.
//
// The set holds that context meanwhile, since the opening of a volume lies some
// forty methods below, several of which go on after an error, as libpcp (C) does.
// What they made of a cancelled one is undone here, so that the next call starts
// where this one did.
func (a *Archive) call(ctx context.Context, read func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before := *a.cur
	a.interp.deactivate()
	a.set.ctx = ctx
	err := read()
	a.set.ctx = context.Background()
	if cancelled := ctx.Err(); cancelled != nil {
		a.restore(before)
		return cancelled
	}
	return err
}

// restore takes the cursor back to where it was, unless an archive has been removed
// since, and forgets the bounds of interpolated values.
func (a *Archive) restore(before cursor) {
	if now, then := a.cur.removal, before.removal; now.count == then.count && now.drops == then.drops {
		*a.cur = before
	}
	a.interp.forgetAll()
}

// interrupted is checked at each of n records, and now and then returns why the
// call is to end.
func (s *logSet) interrupted(n int) error {
	if n&0xff != 0xff {
		return nil
	}
	return s.ctx.Err()
}
