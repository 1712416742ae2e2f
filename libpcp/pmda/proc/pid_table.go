package proc

import (
	"slices"

	"pcptools/libpcp"
)

// pidTable is a hash table of process numbers, in whose order PCP lists
// processes.
type pidTable struct {
	buckets [][]int32
	members map[int32]bool
	names   []libpcp.Instance // reused
}

// update makes the table one of pids, of which new ones are added in the order
// given.
func (t *pidTable) update(pids []int32) {
	sorted := pids
	if !slices.IsSorted(pids) {
		sorted = slices.Sorted(slices.Values(pids))
	}
	if t.members == nil {
		t.members = make(map[int32]bool, len(pids))
	}
	for i, bucket := range t.buckets {
		t.buckets[i] = slices.DeleteFunc(bucket, func(pid int32) bool {
			_, found := slices.BinarySearch(sorted, pid)
			if !found {
				delete(t.members, pid)
			}
			return !found
		})
	}
	for _, pid := range pids {
		if !t.members[pid] {
			t.insert(pid)
		}
	}
}

// insert adds a number ahead of the others of its bucket. In a bucket the last
// one comes first.
func (t *pidTable) insert(pid int32) {
	t.members[pid] = true
	switch n := len(t.buckets); {
	case n == 0:
		t.buckets = make([][]int32, 1)
	case len(t.members)/4 > n:
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
