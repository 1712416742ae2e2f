package trace

import (
	"net"
	"sync"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// queue sends events in the background. What waits is bounded: when an agent
// does not read, add fails with EAGAIN and the event is lost.
type queue struct {
	conn  net.Conn
	limit time.Duration // of a write

	mu      sync.Mutex
	wake    sync.Cond
	waiting []byte
	ended   bool // by finish
	failed  bool
	done    chan struct{} // closed when nothing is sent any more
}

// queueSize is how much can wait, in bytes: some 2,000 events.
const queueSize = 64 << 10

func startQueue(conn net.Conn, limit time.Duration) *queue {
	q := &queue{conn: conn, limit: limit, waiting: make([]byte, 0, queueSize), done: make(chan struct{})}
	q.wake.L = &q.mu
	go q.run()
	return q
}

// add appends an event to what waits.
func (q *queue) add(event []byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.failed {
		return ErrIPC
	}
	if len(q.waiting)+len(event) > queueSize {
		return libpcp.Errno(syscall.EAGAIN)
	}
	q.waiting = append(q.waiting, event...)
	if len(q.waiting) == len(event) {
		q.wake.Signal()
	}
	return nil
}

// run writes what waits until the end of the queue or of the connection.
func (q *queue) run() {
	defer close(q.done)
	spare := make([]byte, 0, queueSize)
	for {
		batch := q.take(spare)
		if len(batch) == 0 {
			return
		}
		q.conn.SetWriteDeadline(time.Now().Add(q.limit))
		if _, err := q.conn.Write(batch); err != nil {
			q.mu.Lock()
			q.failed = true
			q.mu.Unlock()
			return
		}
		spare = batch[:0]
	}
}

// take waits for events and returns them; none means the end. What waits next
// is collected in spare.
func (q *queue) take(spare []byte) []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.ended {
		q.wake.Wait()
	}
	batch := q.waiting
	q.waiting = spare
	return batch
}

// finish ends the queue, and waits until the queue has sent all it can.
func (q *queue) finish() {
	q.mu.Lock()
	q.ended = true
	q.wake.Signal()
	q.mu.Unlock()
	<-q.done
}
