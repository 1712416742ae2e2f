package summary

import (
	"maps"
	"math"
	"slices"
	"time"

	"pcptools/cmd/internal/report"
)

// A digest describes many values in bounded memory. Percentiles are exact for
// maxExact values, as long as all digests that share a budget have no more values
// than that. Beyond, values are counted by their first binary digits: with
// fractionBits after the leading one, a percentile is within 1/2^(fractionBits+1),
// or 0.8%, of the value that it stands for.
type digest struct {
	count    uint64
	sum      float64
	min, max float64
	maxTime  time.Time

	values  []float64        // nil once they are counted
	buckets map[int32]uint64 // of values with the same first digits
	budget  *int             // of values that may be kept
}

const (
	maxExact     = 1000    // values of a digest
	maxKept      = 1 << 20 // values of all digests
	fractionBits = 6
)

// add adds a value. Values that are not finite numbers do not count.
func (d *digest) add(v float64, at time.Time) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	d.extend(v, v, at)
	d.count++
	d.sum += v
	if d.buckets == nil && len(d.values) < maxExact && *d.budget > 0 {
		*d.budget--
		d.values = append(d.values, v)
		return
	}
	d.spread()
	d.buckets[bucketOf(v)]++
}

// extend widens the range of values. Of equal maxima the first counts.
func (d *digest) extend(least, greatest float64, at time.Time) {
	if d.count == 0 || least < d.min {
		d.min = least
	}
	if d.count == 0 || greatest > d.max || greatest == d.max && at.Before(d.maxTime) {
		d.max, d.maxTime = greatest, at
	}
}

// spread counts the values that were kept.
func (d *digest) spread() {
	if d.buckets != nil {
		return
	}
	d.buckets = make(map[int32]uint64)
	for _, v := range d.values {
		d.buckets[bucketOf(v)]++
	}
	*d.budget += len(d.values)
	d.values = nil
}

// merge takes the values of another digest in.
func (d *digest) merge(e *digest) {
	if e.count == 0 {
		return
	}
	d.extend(e.min, e.max, e.maxTime)
	d.count += e.count
	d.sum += e.sum
	if kept := len(d.values) + len(e.values); d.buckets == nil && e.buckets == nil && kept <= maxExact && len(e.values) <= *d.budget {
		*d.budget -= len(e.values)
		d.values = append(d.values, e.values...)
		return
	}
	d.spread()
	for _, v := range e.values {
		d.buckets[bucketOf(v)]++
	}
	for b, n := range e.buckets {
		d.buckets[b] += n
	}
}

// result is the digest in numbers, nil without values.
func (d *digest) result() *report.Digest {
	if d == nil || d.count == 0 {
		return nil
	}
	p := d.percentiles(50, 95, 99)
	mean := min(max(d.sum/float64(d.count), d.min), d.max) // also if the sum is no finite number
	return &report.Digest{Count: d.count, Mean: mean, P50: p[0], P95: p[1], P99: p[2],
		Min: d.min, Max: d.max, MaxTime: d.maxTime, Approximate: d.buckets != nil}
}

// percentiles are the least values that so many percent of the values do not
// exceed; the percentages rise.
func (d *digest) percentiles(percent ...uint64) []float64 {
	found := make([]float64, 0, len(percent))
	rank := func(p uint64) uint64 { // counted from 1, without overflow
		return max((d.count/100)*p+(d.count%100*p+99)/100, 1)
	}
	if d.buckets == nil {
		slices.Sort(d.values)
		for _, p := range percent {
			found = append(found, d.values[rank(p)-1])
		}
		return found
	}
	below := uint64(0)
	for _, b := range slices.Sorted(maps.Keys(d.buckets)) {
		below += d.buckets[b]
		for len(found) < len(percent) && below >= rank(percent[len(found)]) {
			found = append(found, min(max(middle(b), d.min), d.max))
		}
	}
	return found
}

// bucketOf numbers the numbers with the same first digits, in their order.
func bucketOf(v float64) int32 {
	if v < 0 {
		return -bucketOf(-v) - 1
	}
	return int32(math.Float64bits(math.Abs(v)) >> (52 - fractionBits))
}

// middle is the middle of the numbers in a bucket.
func middle(b int32) float64 {
	if b < 0 {
		return -middle(-b - 1)
	}
	if b == 0 {
		return 0
	}
	low, high := math.Float64frombits(uint64(b)<<(52-fractionBits)), math.Float64frombits(uint64(b+1)<<(52-fractionBits))
	if math.IsInf(high, 1) {
		return low
	}
	return low + (high-low)/2
}
