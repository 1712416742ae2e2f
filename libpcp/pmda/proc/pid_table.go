package proc

import (
	"slices"

	"pcptools/libpcp/pmda"
)

// pidTable is a hash table of process numbers, in whose order PCP lists
// processes.
type pidTable struct {
	pids    []int32 // in order
	buckets [][]int32
	count   int // in all buckets
}

func (t *pidTable) has(pid int32) bool {
	_, found := slices.BinarySearch(t.pids, pid)
	return found
}

// update makes the table one of pids, of which new ones are added in the order
// given. No number is there twice. The table keeps pids if they are in order.
func (t *pidTable) update(pids []int32) {
	before := t.pids
	if t.pids = pids; !slices.IsSorted(pids) {
		t.pids = slices.Sorted(slices.Values(pids))
	}
	for i, bucket := range t.buckets {
		left := slices.DeleteFunc(bucket, func(pid int32) bool { return !t.has(pid) })
		t.count -= len(bucket) - len(left)
		t.buckets[i] = left
	}
	for _, pid := range pids {
		if _, known := slices.BinarySearch(before, pid); !known {
			t.insert(pid)
		}
	}
}

// insert adds a number ahead of the others of its bucket. In a bucket the last
// one comes first.
func (t *pidTable) insert(pid int32) {
	t.count++
	switch n := len(t.buckets); {
	case n == 0:
		t.buckets = make([][]int32, 1)
	case t.count/4 > n:
		t.grow()
	}
	i := int(pid) % len(t.buckets)
	t.buckets[i] = append(t.buckets[i], pid)
}

// grow doubles the number of buckets, and makes it a multiple of 2, 3 or 5 if
// it is near one.
func (t *pidTable) grow() {
	n := 2 * len(t.buckets)
	for _, m := range [...]struct{ of, add int }{{2, 1}, {3, 2}, {5, 2}} {
		if n%m.of != 0 {
			n += m.add
		}
	}
	old := t.buckets
	t.buckets = make([][]int32, n)
	for _, bucket := range slices.Backward(old) {
		for _, pid := range slices.Backward(bucket) {
			i := int(pid) % n
			t.buckets[i] = append(t.buckets[i], pid)
		}
	}
}

// each calls f for all numbers, in the order of the table.
func (t *pidTable) each(f func(pid int32)) {
	for _, bucket := range t.buckets {
		for _, pid := range slices.Backward(bucket) {
			f(pid)
		}
	}
}

// inProfile are the processes that the client wants values of.
func (t *pidTable) inProfile(r *pmda.Request, d *pmda.InDom) []int32 {
	wanted := make([]int32, 0, t.count)
	dom := r.InDom(d)
	t.each(func(pid int32) {
		if r.Profile.Includes(dom, pid) {
			wanted = append(wanted, pid)
		}
	})
	return wanted
}
