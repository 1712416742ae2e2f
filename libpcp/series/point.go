package series

import (
	"context"
	"errors"
	"iter"
	"net/url"
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// Point is one value of a series.
type Point struct {
	Series   ID
	Instance ID // "" for a metric without instances
	Time     time.Time
	Value    string // a number, or something else in quotes
}

// window selects values by time (pmseries(1), pmSeriesValues(3)). Times have the
// forms of PCPIntro(1); "" is the default.
type window struct {
	samples       int // 0: one, or all if there is a start
	start, finish string
}

// Points yields the values that match an expression with a time window in
// brackets, as they arrive. The values of a series come latest first. It ends
// with the first error, which may be a [*SyntaxError].
func (c *Client) Points(ctx context.Context, expression string) iter.Seq2[Point, error] {
	return func(yield func(Point, error) bool) {
		err := c.rest.Post(ctx, "/series/query", url.Values{"expr": {expression}}, points(yield))
		end(syntaxError(expression, err), yield)
	}
}

// values has decode read the answers about the values of series in a window.
func (c *Client) values(ctx context.Context, ids []ID, w window, decode rest.Decoder) error {
	return inLists(ids, func(list string) error {
		query := w.query()
		query.Set("series", list)
		return c.rest.Get(ctx, "/series/values", query, c.recorded.limit(decode))
	})
}

func (w window) query() url.Values {
	query := make(url.Values)
	if w.start != "" {
		query.Set("start", w.start)
	}
	if w.finish != "" {
		query.Set("finish", w.finish)
	}
	if w.samples > 0 {
		query.Set("samples", strconv.Itoa(w.samples))
	}
	return query
}

// errEnough ends an answer of which the caller wants no more.
var errEnough error = &rest.Error{Code: libpcp.ErrEOF, Message: "nobody wants more"}

// end yields the error with which an answer ends.
func end(err error, yield func(Point, error) bool) {
	if err != nil && !errors.Is(err, errEnough) {
		yield(Point{}, err)
	}
}

// points gives the points of an answer to yield.
func points(yield func(Point, error) bool) rest.Decoder {
	return scanPoints(func(p *rawPoint) error {
		if !yield(Point{ID(p.series), ID(p.instance), time.UnixMicro(p.micros), string(p.value)}, nil) {
			return errEnough
		}
		return nil
	})
}
