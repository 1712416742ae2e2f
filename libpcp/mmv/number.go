package mmv

import (
	"math"
	"sync/atomic"
)

// Number is a numeric value in the file. Its methods do nothing for a nil
// Number, so that a program may ignore the error of [Find].
type Number[T Numeric] struct {
	w    *Writer // keeps the cell mapped
	cell cell[T]
}

// Numeric are the types of numbers.
type Numeric interface {
	int32 | uint32 | int64 | uint64 | float32 | float64
}

// cell is a number in the file.
type cell[T any] interface {
	Add(T) T
	Store(T)
	Load() T
}

// Find returns the value of a metric for an instance, or "" for a metric
// without instances (mmv_lookup_value_desc(3)). T is the metric's type. The
// error is ESRCH if the value does not exist, and EINVAL if it has another
// type.
func Find[T Numeric](w *Writer, metric, instance string) (*Number[T], error) {
	c, err := lookup[cell[T]](w, metric, instance)
	if err != nil {
		return nil, err
	}
	return &Number[T]{w, c}, nil
}

// Inc adds one (mmv_inc(3)).
func (n *Number[T]) Inc() { n.Add(1) }

// Add adds d, which may be negative (mmv_inc_value(3)). Integers wrap.
func (n *Number[T]) Add(d T) {
	if n != nil {
		n.cell.Add(d)
	}
}

// Set sets the value to v (mmv_set_value(3)).
func (n *Number[T]) Set(v T) {
	if n != nil {
		n.cell.Store(v)
	}
}

// Value returns the value.
func (n *Number[T]) Value() (v T) {
	if n != nil {
		v = n.cell.Load()
	}
	return v
}

type float32Cell struct{ bits *atomic.Uint32 }

func (c float32Cell) Load() float32   { return math.Float32frombits(c.bits.Load()) }
func (c float32Cell) Store(v float32) { c.bits.Store(math.Float32bits(v)) }

func (c float32Cell) Add(d float32) float32 {
	for {
		old := c.bits.Load()
		sum := math.Float32frombits(old) + d
		if c.bits.CompareAndSwap(old, math.Float32bits(sum)) {
			return sum
		}
	}
}

type float64Cell struct{ bits *atomic.Uint64 }

func (c float64Cell) Load() float64   { return math.Float64frombits(c.bits.Load()) }
func (c float64Cell) Store(v float64) { c.bits.Store(math.Float64bits(v)) }

func (c float64Cell) Add(d float64) float64 {
	for {
		old := c.bits.Load()
		sum := math.Float64frombits(old) + d
		if c.bits.CompareAndSwap(old, math.Float64bits(sum)) {
			return sum
		}
	}
}
