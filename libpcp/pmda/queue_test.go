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

// TestEventQueueFailure has the error of an event that cannot be decoded, whatever comes
// behind it, if there are no records.
func TestEventQueueFailure(t *testing.T) {
	q, err := NewEventQueue(1000)
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{}
	drain(t, q, c)
	put(q, "bad", "empty")
	_, err = q.Records(c, new(EventArray), func(_ *EventArray, _ time.Time, data []byte) error {
		if string(data) == "bad" {
			return libpcp.ErrConv
		}
		return nil
	})
	if err != libpcp.ErrConv {
		t.Errorf("%v", err)
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

// Functions that a queue calls may use it.
func TestEventQueueReentrant(t *testing.T) {
	q, _ := NewEventQueue(10000)
	c := &Client{}
	use := func() { q.Stats(); q.SetAccess(c, true); q.Append(time.Now(), []byte("x")) }
	q.SetFilter(c, func([]byte) bool { use(); return true }, use)
	expect(t, q, c, "", 0)
	put(q, "a")
	var array EventArray
	if _, err := q.Records(c, &array, func(a *EventArray, t time.Time, data []byte) error {
		use()
		return text(a, t, data)
	}); err != nil || array.Len() != 1 {
		t.Errorf("%d records, %v", array.Len(), err)
	}
	q.SetFilter(c, nil, use)
	expect(t, q, c, "xxx", 0)
	c.end()
	if s := q.Stats(); s.Memory != 0 || s.Clients != 0 {
		t.Errorf("at the end: %+v", s)
	}
}

// A filter that is replaced while it is in use is released afterwards.
func TestEventQueueFilterInUse(t *testing.T) {
	q, _ := NewEventQueue(10000)
	c := &Client{}
	released := false
	q.SetFilter(c, func([]byte) bool {
		q.SetFilter(c, nil, nil)
		if released {
			t.Error("released while in use")
		}
		return true
	}, func() { released = true })
	expect(t, q, c, "", 0)
	put(q, "a", "b")
	expect(t, q, c, "ab", 0)
	if !released {
		t.Error("not released")
	}
}

// Events that do not fit into an array come with the next one.
func TestEventQueueFullArray(t *testing.T) {
	q, _ := NewEventQueue(3 * libpcp.MaxBlock)
	c := &Client{}
	expect(t, q, c, "", 0)
	large := bytes.Repeat([]byte("x"), libpcp.MaxBlock*2/5)
	for range 5 {
		put(q, string(large))
	}
	put(q, "y")
	seen := 0
	for _, want := range []int{2, 2, 1} {
		texts, missed := drain(t, q, c)
		if seen += len(texts); len(texts)/len(large) != want || missed != 0 {
			t.Errorf("%d bytes, %d missed, want %d large events", len(texts), missed, want)
		}
	}
	if seen != 5*len(large)+1 {
		t.Errorf("%d bytes of %d", seen, 5*len(large)+1)
	}
	put(q, string(bytes.Repeat([]byte("x"), libpcp.MaxBlock)), "z")
	expect(t, q, c, "z", 1)
}

// What a decoder panics on is not seen again.
func TestEventQueuePanic(t *testing.T) {
	q, _ := NewEventQueue(1000)
	c := &Client{}
	expect(t, q, c, "", 0)
	put(q, "a", "b")
	func() {
		defer func() { recover() }()
		q.Records(c, new(EventArray), func(*EventArray, time.Time, []byte) error { panic("decoder") })
	}()
	expect(t, q, c, "b", 0)
}

func TestEventQueueAfterEnd(t *testing.T) {
	q, _ := NewEventQueue(1000)
	c := &Client{}
	expect(t, q, c, "", 0)
	c.end()
	q.SetAccess(c, true)
	released := false
	q.SetFilter(c, nil, func() { released = true })
	expect(t, q, c, "", 0)
	put(q, "a")
	expect(t, q, c, "", 0)
	if s := q.Stats(); s.Clients != 0 || s.Memory != 0 || len(q.clients) != 0 || !released {
		t.Errorf("%+v, %d clients, released: %v", s, len(q.clients), released)
	}
}

// TestEventQueueFlood has several goroutines add events, and others read them
// for clients that come and go, while all methods are called: each client sees
// each event once, in order, or misses it.
func TestEventQueueFlood(t *testing.T) {
	const writers, each = 4, 5000
	q, _ := NewEventQueue(200 * eventCost)
	var writing, reading sync.WaitGroup
	done := make(chan struct{})
	steady := []*Client{{Number: 1}, {Number: 2}, {Number: 3}}
	for _, c := range steady {
		expect(t, q, c, "", 0)
	}
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				put(q, fmt.Sprintf("%d%06d", w, i))
			}
		})
	}
	for _, c := range steady {
		reading.Go(func() {
			var last [writers]string
			seen := 0
			for ended := false; !ended; {
				select {
				case <-done:
					ended = true
				default:
				}
				texts, missed := drain(t, q, c)
				for ; texts != ""; texts = texts[7:] {
					if from := &last[texts[0]-'0']; texts[1:7] <= *from {
						t.Errorf("%s after %s", texts[1:7], *from)
					} else {
						*from = texts[1:7]
					}
					seen++
				}
				seen += int(missed)
				q.SetFilter(c, func([]byte) bool { return true }, func() { q.Stats() })
			}
			if seen != writers*each {
				t.Errorf("client %d: %d events seen or missed, want %d", c.Number, seen, writers*each)
			}
		})
	}
	reading.Go(func() {
		for i := int32(10); ; i++ {
			select {
			case <-done:
				return
			default:
			}
			passing := &Client{Number: i}
			reading.Go(func() { drain(t, q, passing) })
			q.SetAccess(passing, i%2 == 0)
			drain(t, q, passing)
			passing.end()
		}
	})
	writing.Wait()
	close(done)
	reading.Wait()
	for _, c := range steady {
		c.end()
	}
	if s := q.Stats(); s.Memory != 0 || s.Clients != 0 || s.Count != writers*each {
		t.Errorf("at the end: %+v", s)
	}
}
