package trace

import "time"

// clock divides time into buckets: a period is divided into a number of them.
type clock struct {
	start  time.Time
	bucket time.Duration
	period int // in buckets
}

// epoch is the number of the bucket that a time is in, from 1.
func (c *clock) epoch(t time.Time) int64 { return int64(t.Sub(c.start)/c.bucket) + 1 }

// seconds is the length of the period.
func (c *clock) seconds() float64 { return float64(c.period) * c.bucket.Seconds() }

// bucket sums up the values of one bucket.
type bucket struct {
	epoch    int64 // 0: never used
	count    uint64
	sum      float64
	min, max float64
}

func (b *bucket) add(value float64) {
	if b.count == 0 {
		b.min, b.max = value, value
	}
	b.count++
	b.sum += value
	b.min, b.max = min(b.min, value), max(b.max, value)
}

// window is the buckets of a period, the current one included.
type window []bucket

// add puts a value into the bucket of an epoch.
func (w window) add(epoch int64, value float64) {
	b := &w[epoch%int64(len(w))]
	if b.epoch != epoch {
		*b = bucket{epoch: epoch}
	}
	b.add(value)
}

// sum is the period that ended when an epoch began.
func (w window) sum(epoch int64) bucket {
	var total bucket
	for _, b := range w {
		if b.count == 0 || b.epoch >= epoch || b.epoch <= epoch-int64(len(w)) {
			continue
		}
		if total.count == 0 {
			total.min, total.max = b.min, b.max
		}
		total.count += b.count
		total.sum += b.sum
		total.min, total.max = min(total.min, b.min), max(total.max, b.max)
	}
	return total
}
