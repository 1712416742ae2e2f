package pmda

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/libpcp"
)

// TestEventQueueSlow has a client that is given less at a time than comes in:
// it misses events, and the queue needs no more memory for that.
func TestEventQueueSlow(t *testing.T) {
	f := newFlood(t, nil, 100)
	f.add(10)
	for range 20 {
		f.put(100, 8)
		f.drain(f.clients[0])
		f.verify()
	}
	f.end()
}

// TestCampaignQueues floods queues of clients that come and go, of which each
// gets a little or much at a time: each event is seen once, in order, or missed,
// and the memory is bounded.
func TestCampaignQueues(t *testing.T) {
	r := campaign.Rand(t)
	total, missed := int64(0), int64(0)
	for range 5 * campaign.Scale(t) {
		f := newFlood(t, r, 1+r.IntN(500))
		for range 300 {
			switch k := r.IntN(8); {
			case k == 0 && len(f.clients) < 5:
				f.add([]int{1, 20, 1 << 20}[r.IntN(3)])
			case k == 1 && len(f.clients) > 0 && r.IntN(5) == 0:
				f.remove(r.IntN(len(f.clients)))
			case k < 4:
				f.put(r.IntN(300), 8+r.IntN(200))
			case len(f.clients) > 0:
				f.drain(f.clients[r.IntN(len(f.clients))])
			}
			f.verify()
		}
		f.end()
		total, missed = total+f.count, missed+f.missed
	}
	t.Logf("%d events, %d times one was missed", total, missed)
}

// flood is a queue of numbered events, and its clients.
type flood struct {
	testing *testing.T
	rand    *rand.Rand
	q       *EventQueue
	array   EventArray
	clients []*floodClient
	count   int64 // events ever
	missed  int64 // by clients
}

type floodClient struct {
	Client
	room         int   // for events in an array
	next         int64 // no earlier one can be seen
	seen, missed int64
	from         int64
}

func newFlood(t *testing.T, r *rand.Rand, events int) *flood {
	q, err := NewEventQueue(events * (8 + eventCost))
	if err != nil {
		t.Fatal(err)
	}
	return &flood{testing: t, rand: r, q: q}
}

func (f *flood) add(room int) {
	c := &floodClient{room: room, next: f.count, from: f.count}
	f.clients = append(f.clients, c)
	f.drain(c)
}

func (f *flood) remove(i int) {
	c := f.clients[i]
	for before := int64(-1); c.seen+c.missed != before; {
		before = c.seen + c.missed
		f.drain(c)
	}
	if c.seen+c.missed != f.count-c.from {
		f.testing.Errorf("%d seen and %d missed of %d", c.seen, c.missed, f.count-c.from)
	}
	f.missed += c.missed
	c.end()
	f.clients = append(f.clients[:i], f.clients[i+1:]...)
}

func (f *flood) end() {
	for len(f.clients) > 0 {
		f.remove(0)
	}
	if s := f.q.Stats(); s.Memory != 0 || s.Clients != 0 || len(f.q.clients) != 0 {
		f.testing.Errorf("at the end: %+v", s)
	}
}

func (f *flood) put(n, size int) {
	for range n {
		data := make([]byte, size)
		binary.BigEndian.PutUint64(data, uint64(f.count))
		if f.q.Append(time.Unix(1, 0), data) != nil { // too long for the queue
			for _, c := range f.clients {
				c.from++
			}
		}
		f.count++
	}
}

// drain has a client get what it can.
func (f *flood) drain(c *floodClient) {
	_, err := f.q.Records(&c.Client, &f.array, func(array *EventArray, at time.Time, data []byte) error {
		if array.Len() == c.room {
			return libpcp.ErrTooBig
		}
		if err := array.Add(at, libpcp.EventPoint); err != nil {
			return err
		}
		n := int64(binary.BigEndian.Uint64(data))
		if n < c.next {
			f.testing.Errorf("event %d when %d is due", n, c.next)
		}
		c.next = n + 1
		c.seen++
		return nil
	})
	if err != nil {
		return
	}
	c.missed += f.missedIn()
}

// missedIn is how many events the array says that a client has missed.
func (f *flood) missedIn() (n int64) {
	_, records, err := libpcp.Events(libpcp.Block{Type: libpcp.TypeEvent, Data: f.array.Atom().Bytes()})
	if err != nil {
		f.testing.Fatal(err)
	}
	for r := range records {
		n += int64(r.Missed)
	}
	return n
}

// verify checks what the queue holds.
func (f *flood) verify() {
	f.testing.Helper()
	if s := f.q.Stats(); s.Memory > f.q.limit {
		f.testing.Fatalf("%d bytes, more than %d", s.Memory, f.q.limit)
	}
	for _, r := range f.q.clients {
		total := 0
		for i := range r.left {
			total += r.left[i].cost()
		}
		if total > f.q.limit {
			f.testing.Fatalf("%d bytes kept for a client, more than %d", total, f.q.limit)
		}
	}
}
