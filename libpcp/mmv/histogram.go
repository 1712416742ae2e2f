package mmv

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// A Histogram counts observations, each in a bucket: an instance of a metric of type
// [TypeU64], a counter, over a domain that [Buckets] makes. Its methods do nothing for a
// nil Histogram.
type Histogram struct {
	bounds  []float64
	buckets []*Number[uint64]
}

// Buckets returns an instance domain for a histogram, with a bucket for the values up to
// each of the bounds, which are in increasing order, and one for larger values. The
// instances have the bounds for names, and +Inf.
func Buckets(serial uint32, bounds ...float64) *InDom {
	d := &InDom{Serial: serial}
	for i, bound := range append(slices.Clone(bounds), math.Inf(1)) {
		d.Instances = append(d.Instances, Instance{ID: int32(i), Name: strconv.FormatFloat(bound, 'g', -1, 64)})
	}
	return d
}

// Histogram returns the histogram of a metric, given the bounds that [Buckets] got. It
// fails like [Find], and with EINVAL for bounds in another order.
func (w *Writer) Histogram(metric string, bounds ...float64) (*Histogram, error) {
	if !sort.Float64sAreSorted(bounds) {
		return nil, errInvalid
	}
	h := &Histogram{bounds: bounds}
	for _, bucket := range Buckets(0, bounds...).Instances {
		n, err := Find[uint64](w, metric, bucket.Name)
		if err != nil {
			return nil, err
		}
		h.buckets = append(h.buckets, n)
	}
	return h, nil
}

// Observe counts a value in the first bucket whose bound it does not exceed.
func (h *Histogram) Observe(v float64) {
	if h != nil {
		h.buckets[sort.SearchFloat64s(h.bounds, v)].Inc()
	}
}
