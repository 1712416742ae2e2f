package series

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/url"
	"strconv"
	"strings"
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

// Window selects values by time (pmseries(1), pmSeriesValues(3)). Times have the
// forms of PCPIntro(1); "" is the default.
type Window struct {
	Samples  int // 0: one, or all if there is a Start
	Interval string
	Start    string
	Finish   string
	Offset   string
	Align    string
	Zone     string
}

// Points yields the values that match an expression with a time window in
// brackets, as they arrive: those of a series latest first. It ends with the
// first error, which may be a [*SyntaxError].
func (c *Client) Points(ctx context.Context, expression string) iter.Seq2[Point, error] {
	return func(yield func(Point, error) bool) {
		err := c.rest.Post(ctx, "/series/query", url.Values{"expr": {expression}}, points(yield))
		end(syntaxError(expression, err), yield)
	}
}

// Values yields the values of series in a window, as they arrive. It ends with
// the first error.
func (c *Client) Values(ctx context.Context, ids []ID, w Window) iter.Seq2[Point, error] {
	return func(yield func(Point, error) bool) {
		lists, err := lists(ids)
		if err != nil {
			end(err, yield)
			return
		}
		for _, list := range lists {
			query := w.query()
			query.Set("series", list)
			if err := c.rest.Get(ctx, "/series/values", query, points(yield)); err != nil {
				end(err, yield)
				return
			}
		}
	}
}

func (w Window) query() url.Values {
	query := make(url.Values)
	for name, value := range map[string]string{
		"interval": w.Interval, "start": w.Start, "finish": w.Finish, "offset": w.Offset, "align": w.Align, "zone": w.Zone,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if w.Samples > 0 {
		query.Set("samples", strconv.Itoa(w.Samples))
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

type pointReply struct {
	Series    ID          `json:"series"`
	Instance  ID          `json:"instance"`
	Timestamp json.Number `json:"timestamp"`
	Value     *string     `json:"value"`
}

func points(yield func(Point, error) bool) rest.Decoder {
	return rest.Array(func(r *pointReply) error {
		when, err := parseTime(r.Timestamp)
		if err != nil {
			return err
		}
		if r.Value == nil {
			return rest.Nonsense("series", string(r.Series)+" without a value")
		}
		if !yield(Point{r.Series, r.Instance, when, *r.Value}, nil) {
			return errEnough
		}
		return nil
	})
}

// parseTime parses milliseconds and, after the point, microseconds without
// leading zeros.
func parseTime(n json.Number) (time.Time, error) {
	millis, fraction, _ := strings.Cut(n.String(), ".")
	ms, err := strconv.ParseInt(millis, 10, 64)
	micros := uint64(0)
	if err == nil && fraction != "" {
		micros, err = strconv.ParseUint(fraction, 10, 32)
	}
	if err != nil || micros > 999 {
		return time.Time{}, rest.Nonsense("timestamp", n.String())
	}
	return time.UnixMilli(ms).Add(time.Duration(micros) * time.Microsecond), nil
}

// lists joins identifiers for queries.
func lists(ids []ID) ([]string, error) {
	words := make([]string, len(ids))
	for i, id := range ids {
		if !id.Valid() {
			return nil, &IDError{id}
		}
		words[i] = string(id)
	}
	return rest.Lists(words), nil
}
