package libpcp

// A Recycler can make later results of the memory of earlier ones.
type Recycler interface {
	// Recycle takes back a result of the source, to which nothing refers
	// any more, nor to anything in it.
	Recycle(r *Result)
}

// Recycle gives back a result of a fetch that is no longer used, nor anything
// in it, so that another can be made of its memory. Nobody needs to.
func (c *Context) Recycle(r *Result) {
	if s, ok := As[Recycler](c.src); ok {
		s.Recycle(r)
	}
}
