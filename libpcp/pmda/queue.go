package pmda

import (
	"errors"
	"math"
	"sync"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// EventQueue keeps events for clients to fetch, in bounded memory
// (pmdaEventNewQueue(3)). A collecting goroutine adds events with
// [EventQueue.Append]; the fetch function of an event metric returns them with
// [EventQueue.Records]. Each client gets every event once, from its first fetch
// on, and the number of events that it missed because the queue was full.
// Methods are safe for concurrent use, and may be called from their callbacks.
type EventQueue struct {
	limit int // bytes, as cost counts them

	mu      sync.Mutex
	events  []queued
	first   uint64 // sequence number of events[0]
	clients map[*Client]*reader
	active  int // clients that have asked
	stats   QueueStats
}

// QueueStats are the totals of a queue, which can be metrics themselves
// (pmdaEventQueueCounter(3)).
type QueueStats struct {
	Count   uint64 // events ever
	Bytes   uint64 // of all of them
	Memory  int    // bytes held now
	Clients int    // that have asked for events and are still connected
}

type queued struct {
	time time.Time
	data []byte
	wait int // clients that have yet to see it
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

// Append adds an event; the queue owns data from then on. To make room the
// oldest events are dropped. An event is only counted if no client waits for
// it, or if it is larger than the queue, for which the error is
// libpcp.ErrTooBig.
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
	for q.stats.Memory > q.limit-e.cost() {
		q.dropFirst()
	}
	q.events = append(q.events, e)
	q.stats.Memory += e.cost()
	return nil
}

// dropFirst drops the oldest event, and counts it for each client that has not
// seen it.
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
// [NoValue] if c has seen all events, has no access (see
// [EventQueue.SetAccess]) or has disconnected. Events for which the array has
// no room are left for the next call, as many as the queue could hold; an event
// that does not fit into an empty array counts as missed. If c has missed
// events, the last record contains their number.
func (q *EventQueue) Records(c *Client, array *EventArray, decode func(*EventArray, time.Time, []byte) error) (libpcp.Atom, error) {
	array.Reset()
	batch := q.take(c)
	if batch.reader == nil {
		return libpcp.Atom{}, NoValue
	}
	defer func() { call(q.finish(&batch)) }()
	err := batch.decode(array, decode)
	if batch.missed > 0 && array.AddMissed(time.Now(), int32(min(batch.missed, math.MaxInt32))) == nil {
		batch.missed = 0
	}
	switch {
	case array.Len() > 0:
		return array.Atom(), nil
	case err != nil:
		return libpcp.Atom{}, err
	}
	return libpcp.Atom{}, NoValue
}

// batch is the events that a call of Records has taken out for a client.
type batch struct {
	reader *reader // nil if the client has gone
	events []queued
	missed int64
	filter *filter
}

// take takes out the events that a client has not seen.
func (q *EventQueue) take(c *Client) batch {
	q.know(c)
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.clients[c]
	if r == nil {
		return batch{}
	}
	q.activate(r)
	b := batch{reader: r, events: r.left, missed: r.missed}
	r.left, r.missed = nil, 0
	for ; r.next < q.first+uint64(len(q.events)); r.next++ {
		e := &q.events[r.next-q.first]
		e.wait--
		if r.access {
			b.events = append(b.events, *e)
		}
	}
	q.trim()
	if b.filter = r.filter; b.filter != nil {
		b.filter.users++
	}
	return b
}

// decode puts events into an array until that is full, and leaves the others.
func (b *batch) decode(array *EventArray, decode func(*EventArray, time.Time, []byte) error) (failed error) {
	for len(b.events) > 0 {
		all := b.events
		e := all[0]
		b.events = all[1:]
		if b.filter != nil && !b.filter.keep(e.data) {
			continue
		}
		before := *array
		array.params = 0
		err := decode(array, e.time, e.data)
		if errors.Is(err, libpcp.ErrTooBig) {
			if *array = before; array.Len() > 0 {
				b.events = all
				return nil
			}
			b.missed++
		}
		if err != nil {
			failed = err
		}
	}
	return failed
}

// finish sends the client the events that it has not received.
func (q *EventQueue) finish(b *batch) (release func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	b.reader.left = append(b.events[:len(b.events):len(b.events)], b.reader.left...)
	b.reader.missed += b.missed
	b.reader.limit(q.limit)
	if b.filter == nil {
		return nil
	}
	b.filter.users--
	return b.filter.unused()
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

// Stats returns the totals.
func (q *EventQueue) Stats() QueueStats {
	q.mu.Lock()
	defer q.mu.Unlock()
	stats := q.stats
	stats.Clients = q.active
	return stats
}
