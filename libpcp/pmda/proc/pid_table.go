package proc

import (
	"slices"

	"pcptools/libpcp/pmda"
)

// pidTable is a hash table of process numbers, in whose order PCP lists
// processes.
type pidTable struct {
	pids  []int32 // in order
	spare []int32 // memory for the next ones …
	picks []int32 // … and for those that a client wants
	heads []int32 // the first links of the buckets …
	links []link
	free  int32 // … and of those not in use: places counted from 1, 0 for none
	count int   // in all buckets
}

// link is a number in a bucket, and the place of the next one.
type link struct{ pid, next int32 }

func (t *pidTable) has(pid int32) bool {
	_, found := slices.BinarySearch(t.pids, pid)
	return found
}

// update makes the table one of pids, of which new ones are added in the order
// given. No number is there twice. The table keeps pids if they are in order.
func (t *pidTable) update(pids []int32) {
	before := t.pids
	t.spare = before[:0]
	if t.pids = pids; !slices.IsSorted(pids) {
		t.pids = slices.Sorted(slices.Values(pids))
	}
	for i := range t.heads {
		t.removeFrom(&t.heads[i])
	}
	t.links = slices.Grow(t.links, max(0, len(pids)-len(t.links)))
	for _, pid := range pids {
		if _, known := slices.BinarySearch(before, pid); !known {
			t.insert(pid)
		}
	}
}

// removeFrom takes the numbers that are no longer there out of a bucket.
func (t *pidTable) removeFrom(at *int32) {
	for *at != 0 {
		place := *at
		l := &t.links[place-1]
		if t.has(l.pid) {
			at = &l.next
			continue
		}
		*at = l.next
		l.next, t.free = t.free, place
		t.count--
	}
}

// insert adds a number ahead of the others of its bucket.
func (t *pidTable) insert(pid int32) {
	t.count++
	switch n := len(t.heads); {
	case n == 0:
		t.heads = make([]int32, 1)
	case t.count/4 > n:
		t.grow()
	}
	place := t.unused()
	t.links[place-1].pid = pid
	t.put(place)
}

// unused takes a link that is not in use.
func (t *pidTable) unused() int32 {
	place := t.free
	if place == 0 {
		t.links = append(t.links, link{})
		return int32(len(t.links))
	}
	t.free = t.links[place-1].next
	return place
}

// put makes a link the first of its bucket.
func (t *pidTable) put(place int32) {
	l := &t.links[place-1]
	head := &t.heads[int(l.pid)%len(t.heads)]
	l.next, *head = *head, place
}

// grow doubles the number of buckets, and makes it a multiple of 2, 3 or 5 if
// it is near one.
func (t *pidTable) grow() {
	n := 2 * len(t.heads)
	for _, m := range [...]struct{ of, add int }{{2, 1}, {3, 2}, {5, 2}} {
		if n%m.of != 0 {
			n += m.add
		}
	}
	old := t.heads
	t.heads = make([]int32, n)
	for _, place := range slices.Backward(old) {
		for place != 0 {
			next := t.links[place-1].next
			t.put(place)
			place = next
		}
	}
}

// each calls f for all numbers, in the order of the table.
func (t *pidTable) each(f func(pid int32)) {
	for _, place := range t.heads {
		for ; place != 0; place = t.links[place-1].next {
			f(t.links[place-1].pid)
		}
	}
}

// inProfile are the processes that the client wants values of, until it is
// called again.
func (t *pidTable) inProfile(r *pmda.Request, d *pmda.InDom) []int32 {
	wanted := slices.Grow(t.picks[:0], t.count)
	dom := r.InDom(d)
	t.each(func(pid int32) {
		if r.Profile.Includes(dom, pid) {
			wanted = append(wanted, pid)
		}
	})
	t.picks = wanted
	return wanted
}
