package pmproxy

import (
	"bufio"
	"context"
	"io"
	"net/url"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// A missing singular number arrives as 0, like a measured 0. The servlet for
// OpenMetrics omits missing values, so the client asks it about each zero.

// doubtful reports whether the value of a metric may be a missing one.
func doubtful(m *metric, set *libpcp.ValueSet) bool {
	if m.desc.InDom != libpcp.NullInDom || !m.desc.Type.Numeric() || len(set.Values) != 1 {
		return false
	}
	n, err := set.Float64(0, m.desc.Type)
	return err == nil && n == 0
}

// settle replaces the values of sets that are missing by errors.
func (c *Client) settle(ctx context.Context, sets map[libpcp.PMID]*libpcp.ValueSet) error {
	var names []string
	doubts := make(map[libpcp.PMID]*libpcp.ValueSet)
	for id, set := range sets {
		if m := c.metrics.id(id); m != nil && doubtful(m, set) {
			names = append(names, m.name)
			doubts[id] = set
		}
	}
	for _, list := range rest.Lists(names) {
		err := c.request(ctx, "metrics", url.Values{"names": {list}}, func(r io.Reader) error {
			return present(r, func(id libpcp.PMID) { delete(doubts, id) })
		})
		if err != nil {
			return err
		}
	}
	for _, set := range doubts {
		set.Values, set.Err = nil, libpcp.ErrValue
	}
	return nil
}

// present calls seen with each metric that has values.
func present(r io.Reader, seen func(libpcp.PMID)) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || fields[0] != "#" || !strings.HasPrefix(fields[1], "PCP") {
			continue
		}
		id, err := rest.ParsePMID(fields[3])
		if err != nil {
			return err
		}
		seen(id)
	}
	return lines.Err()
}
