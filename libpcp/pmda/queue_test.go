package pmda

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"pcptools/libpcp"
)

// text decodes an event as one string.
func text(a *EventArray, t time.Time, data []byte) error {
	a.Add(t, libpcp.EventPoint)
	return a.Param(1, libpcp.StringAtom(string(data)))
}

// drain returns what a client sees: the texts, and the number of events
// missed.
func drain(t *testing.T, q *EventQueue, c *Client) (texts string, missed int32) {
	t.Helper()
	var array EventArray
	atom, err := q.Records(c, &array, text)
	if errors.Is(err, NoValue) {
		return "", 0
	}
	if err != nil {
		t.Fatal(err)
	}
	records, err := libpcp.UnpackEvents(libpcp.Block{Type: atom.Type, Data: atom.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if missed += r.Missed; r.Missed == 0 {
			texts += string(r.Params[0].Values[0].Block().Data)
		}
	}
	return texts, missed
}

func expect(t *testing.T, q *EventQueue, c *Client, texts string, missed int32) {
	t.Helper()
	if got, n := drain(t, q, c); got != texts || n != missed {
		t.Errorf("got %q and %d missed, want %q and %d", got, n, texts, missed)
	}
}

func put(q *EventQueue, texts ...string) {
	for _, s := range texts {
		q.Append(time.Now(), []byte(s))
	}
}

func TestEventQueue(t *testing.T) {
	q, err := NewEventQueue(3 * (eventCost + 1))
	if err != nil {
		t.Fatal(err)
	}
	one, two := &Client{Number: 1}, &Client{Number: 2}
	put(q, "a")
	expect(t, q, one, "", 0) // from now on
	put(q, "b", "c")
	expect(t, q, two, "", 0)
	expect(t, q, one, "bc", 0)
	put(q, "d")
	expect(t, q, one, "d", 0)
	if s := q.Stats(); s.Count != 4 || s.Bytes != 4 || s.Memory != eventCost+1 || s.Clients != 2 {
		t.Errorf("%+v", s)
	}
	put(q, "e", "f", "g", "h")
	expect(t, q, two, "fgh", 2)
	expect(t, q, one, "fgh", 1)
	expect(t, q, one, "", 0)
	if s := q.Stats(); s.Memory != 0 {
		t.Errorf("all seen: %+v", s)
	}
	put(q, "i")
	one.end()
	expect(t, q, two, "i", 0)
	put(q, "j")
	two.end()
	if s := q.Stats(); s.Memory != 0 || s.Clients != 0 || len(q.clients) != 0 {
		t.Errorf("all gone: %+v", s)
	}
}

func TestEventQueueLimits(t *testing.T) {
	if _, err := NewEventQueue(0); err == nil {
		t.Error("a queue of no size")
	}
	q, _ := NewEventQueue(1000)
	c := &Client{}
	drain(t, q, c)
	if err := q.Append(time.Now(), make([]byte, 1000)); !errors.Is(err, libpcp.ErrTooBig) {
		t.Errorf("large event: %v", err)
	}
	for range 10000 {
		q.Append(time.Now(), nil)
	}
	if s := q.Stats(); s.Memory > 1000 || cap(q.events) > 1000 {
		t.Errorf("empty events: %+v, room for %d", s, cap(q.events))
	}
	if _, missed := drain(t, q, c); missed != 10000-1000/eventCost {
		t.Errorf("%d missed", missed)
	}
}

func TestEventQueueFilter(t *testing.T) {
	q, _ := NewEventQueue(10000)
	c := &Client{}
	released := 0
	q.SetFilter(c, func(data []byte) bool { return bytes.ContainsAny(data, "ac") }, func() { released++ })
	expect(t, q, c, "", 0)
	put(q, "a", "b", "c")
	expect(t, q, c, "ac", 0)
	q.SetAccess(c, false)
	put(q, "a")
	expect(t, q, c, "", 0)
	q.SetFilter(c, nil, nil)
	if released != 1 {
		t.Errorf("%d filters released", released)
	}
	put(q, "b")
	expect(t, q, c, "b", 0)
}

// TestEventQueueConcurrent has a goroutine add events while clients come, read
// and go: none sees an event twice, and what it does not see it has missed.
func TestEventQueueConcurrent(t *testing.T) {
	q, _ := NewEventQueue(20 * eventCost)
	steady := &Client{}
	drain(t, q, steady)
	const total = 5000
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range total {
			put(q, fmt.Sprintf("%04d", i))
		}
	})
	seen := 0
	for range 500 {
		passing := &Client{}
		drain(t, q, passing)
		texts, missed := drain(t, q, steady)
		seen += len(texts)/4 + int(missed)
		passing.end()
	}
	wg.Wait()
	texts, missed := drain(t, q, steady)
	if seen += len(texts)/4 + int(missed); seen != total {
		t.Errorf("%d events seen or missed, want %d", seen, total)
	}
}
