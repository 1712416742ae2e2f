package pmda

import (
	"sync"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// EventQueue keeps events for the clients that will ask for them, in bounded
// memory (pmdaEventNewQueue(3)). What is read by a collecting goroutine goes
// in with [EventQueue.Append]; the fetch function of an event metric takes it
// out with [EventQueue.Records]. Each client sees every event once, from the
// time it first asked, and is told how many it missed because the queue was
// full. Methods may be called by several goroutines.
type EventQueue struct {
	limit int // bytes, as cost counts them

	mu      sync.Mutex
	events  []queued
	first   uint64 // sequence number of events[0]
	clients map[*Client]*reader
	active  int // clients that have asked
	stats   QueueStats
}

// QueueStats are the totals of a queue, which are good metrics themselves
// (pmdaEventQueueCounter(3), and so on).
type QueueStats struct {
	Count   uint64 // events ever
	Bytes   uint64 // of all of them
	Memory  int    // bytes held now
	Clients int    // that have asked for events and not gone
}

type queued struct {
	time time.Time
	data []byte
	wait int // clients that have yet to see it
}

// reader is a client's place in a queue.
type reader struct {
	active  bool
	next    uint64 // sequence number
	missed  int32
	access  bool
	filter  func(data []byte) bool
	release func()
}

// eventCost is what an event takes besides its data, in bytes.
const eventCost = 64

func (e *queued) cost() int { return len(e.data) + eventCost }

// NewEventQueue returns a queue that holds up to limit bytes of events, each
// of which counts for 64 bytes more than its data.
func NewEventQueue(limit int) (*EventQueue, error) {
	if limit <= 0 {
		return nil, libpcp.Errno(syscall.EINVAL)
	}
	return &EventQueue{limit: limit, clients: make(map[*Client]*reader)}, nil
}

// Append adds an event, whose data the queue keeps. To make room the oldest
// ones are dropped; an event larger than the queue is only counted, as is one
// that no client waits for. It returns libpcp.ErrTooBig for the former.
func (q *EventQueue) Append(t time.Time, data []byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stats.Count++
	q.stats.Bytes += uint64(len(data))
	e := queued{t, data, q.active}
	switch {
	case e.cost() > q.limit:
		return libpcp.ErrTooBig
	case q.active == 0:
		return nil
	}
	for q.stats.Memory+e.cost() > q.limit {
		q.dropFirst()
	}
	q.events = append(q.events, e)
	q.stats.Memory += e.cost()
	return nil
}

// dropFirst drops the oldest event, for those who have not seen it.
func (q *EventQueue) dropFirst() {
	for _, r := range q.clients {
		if r.active && r.next == q.first {
			r.next++
			r.missed++
		}
	}
	q.removeFirst()
}

func (q *EventQueue) removeFirst() {
	q.stats.Memory -= q.events[0].cost()
	q.events[0].data = nil
	q.events = q.events[1:]
	q.first++
}

// Records resets array and fills it with the events that c has not seen,
// through decode, which adds one record or more for each. The value is
// [NoValue] if there are none, and for a client that has access to nothing
// (see [EventQueue.SetFilter]). If c has missed events the last record says
// how many.
func (q *EventQueue) Records(c *Client, array *EventArray, decode func(*EventArray, time.Time, []byte) error) (libpcp.Atom, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	array.Reset()
	r := q.reader(c)
	q.activate(r)
	var failed error
	for ; r.next < q.first+uint64(len(q.events)); r.next++ {
		e := &q.events[r.next-q.first]
		e.wait--
		if !r.access || r.filter != nil && !r.filter(e.data) {
			continue
		}
		if err := decode(array, e.time, e.data); err != nil {
			failed = err
		}
	}
	q.trim()
	if r.missed > 0 {
		array.AddMissed(time.Now(), r.missed)
		r.missed = 0
	}
	switch {
	case array.Len() > 0:
		return array.Atom(), nil
	case failed != nil:
		return libpcp.Atom{}, failed
	}
	return libpcp.Atom{}, NoValue
}

// trim drops the oldest events as far as all clients have seen them.
func (q *EventQueue) trim() {
	for len(q.events) > 0 && q.events[0].wait <= 0 {
		q.removeFirst()
	}
	if len(q.events) == 0 {
		q.events = nil
	}
}

// reader returns the place of a client, made when it is first asked for.
func (q *EventQueue) reader(c *Client) *reader {
	r, ok := q.clients[c]
	if !ok {
		r = &reader{access: true}
		q.clients[c] = r
		c.AtEnd(func() { q.end(c) })
	}
	return r
}

// activate has a client get what is queued from now on.
func (q *EventQueue) activate(r *reader) {
	if !r.active {
		r.active = true
		r.next = q.first + uint64(len(q.events))
		q.active++
	}
}

// end forgets a client.
func (q *EventQueue) end(c *Client) {
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
	if r.release != nil {
		r.release()
	}
}

// SetAccess lets a client see events or not; without it, it sees them
// (pmdaEventSetAccess(3)).
func (q *EventQueue) SetAccess(c *Client, allowed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.reader(c).access = allowed
}

// SetFilter gives a client access to the events for which keep returns true,
// in place of an earlier filter; nil keeps all. Release, if not nil, is called
// when the filter is no longer used (pmdaEventSetFilter(3)).
func (q *EventQueue) SetFilter(c *Client, keep func(data []byte) bool, release func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.reader(c)
	if r.release != nil {
		r.release()
	}
	r.access, r.filter, r.release = true, keep, release
}

// Stats returns the totals.
func (q *EventQueue) Stats() QueueStats {
	q.mu.Lock()
	defer q.mu.Unlock()
	stats := q.stats
	stats.Clients = q.active
	return stats
}
