package pmda

import "slices"

// reader is a client's place in a queue.
type reader struct {
	active bool
	next   uint64 // sequence number
	missed int64
	left   []queued // taken out before, and not yet seen
	access bool
	filter *filter // or nil
}

// filter selects the events that a client sees.
type filter struct {
	keep    func(data []byte) bool
	release func()
	users   int // calls of Records
	retired bool
}

// retire releases a filter that has been replaced, once nothing uses it. It is
// called with the queue locked; the caller calls the result after unlocking.
func (f *filter) retire() func() {
	if f == nil {
		return nil
	}
	f.retired = true
	return f.unused()
}

func (f *filter) unused() func() {
	if !f.retired || f.users > 0 || f.release == nil {
		return nil
	}
	release := f.release
	f.release = nil
	return release
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// limit drops the oldest events that were taken out before, to leave no more
// than a queue holds.
func (r *reader) limit(bytes int) {
	total, from := 0, len(r.left)
	for ; from > 0 && total+r.left[from-1].cost() <= bytes; from-- {
		total += r.left[from-1].cost()
	}
	if from > 0 {
		r.missed += int64(from)
		r.left = slices.Clone(r.left[from:])
	}
}

// know makes a place for a client that has none.
func (q *EventQueue) know(c *Client) {
	q.mu.Lock()
	_, known := q.clients[c]
	if !known {
		q.clients[c] = &reader{access: true}
	}
	q.mu.Unlock()
	if !known {
		c.AtEnd(func() { q.end(c) })
	}
}

// activate delivers events to a client from now on.
func (q *EventQueue) activate(r *reader) {
	if !r.active {
		r.active = true
		r.next = q.first + uint64(len(q.events))
		q.active++
	}
}

// end forgets a client.
func (q *EventQueue) end(c *Client) { call(q.forget(c)) }

func (q *EventQueue) forget(c *Client) (release func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.clients[c]
	delete(q.clients, c)
	if r.active {
		q.active--
		for i := range q.events[r.next-q.first:] {
			q.events[int(r.next-q.first)+i].wait--
		}
		q.trim()
	}
	return r.filter.retire()
}

// SetAccess allows or denies a client access to events; by default it is
// allowed (pmdaEventSetAccess(3)).
func (q *EventQueue) SetAccess(c *Client, allowed bool) {
	q.know(c)
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.clients[c]; r != nil {
		r.access = allowed
	}
}

// SetFilter allows a client access to the events for which keep returns true,
// in place of an earlier filter; nil keeps all. Release, if not nil, is called
// when the filter is no longer used (pmdaEventSetFilter(3)).
func (q *EventQueue) SetFilter(c *Client, keep func(data []byte) bool, release func()) {
	if keep == nil {
		keep = func([]byte) bool { return true }
	}
	f := &filter{keep: keep, release: release}
	q.know(c)
	call(q.setFilter(c, f))
}

func (q *EventQueue) setFilter(c *Client, f *filter) (release func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.clients[c]
	if r == nil {
		return f.retire()
	}
	old := r.filter
	r.access, r.filter = true, f
	return old.retire()
}
