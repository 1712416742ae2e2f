package series

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/internal/sourcetest"
)

// feed is the series of a host: samples at a step, in seconds.
type feed struct{ start, step, samples int }

// feeds is a pmproxy with a series for each host, with some instances each.
type feeds struct {
	hosts     []feed
	instances int
}

func seriesOf(host int) string { return fmt.Sprintf("%040d", host) }

func (e feeds) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	var ids []string
	if query.Get("series") != "" {
		ids = strings.Split(query.Get("series"), ",")
	} else {
		for i := range e.hosts {
			ids = append(ids, seriesOf(i))
		}
	}
	var all []string
	for _, id := range ids {
		all = append(all, e.reply(r, id)...)
	}
	body := io.NopCloser(strings.NewReader("[" + strings.Join(all, ",") + "]"))
	return &http.Response{StatusCode: http.StatusOK, Body: body, Request: r}, nil
}

// reply is what there is of one series.
func (e feeds) reply(r *http.Request, id string) (all []string) {
	host, _ := strconv.Atoi(id)
	switch r.URL.Path {
	case "/series/query":
		return []string{`"` + id + `"`}
	case "/series/descs":
		return []string{fmt.Sprintf(`{"series":"%[1]s","source":"%[1]s","pmid":"60.0.32","indom":"60.1","semantics":"instant","type":"u32","units":"none"}`, id)}
	case "/series/labels":
		return []string{fmt.Sprintf(`{"series":"%s","labels":{"hostname":"h%d"}}`, id, host)}
	case "/series/metrics":
		return []string{fmt.Sprintf(`{"series":"%s","name":"m"}`, id)}
	case "/series/instances":
		for i := range e.instances {
			all = append(all, fmt.Sprintf(`{"series":"%[1]s","source":"%[1]s","instance":"%040[2]d","id":%[2]d,"name":"i%[2]d"}`, id, i))
		}
	case "/series/values":
		return e.values(r, id, e.hosts[host])
	}
	return all
}

func (e feeds) values(r *http.Request, id string, f feed) (all []string) {
	number := func(name string, other float64) float64 {
		if n, err := strconv.ParseFloat(r.URL.Query().Get(name), 64); err == nil {
			return n
		}
		return other
	}
	latest := float64(f.start + f.step*(f.samples-1))
	left := number("samples", 0)
	start, finish := number("start", latest-float64(f.step)*(left-1)), number("finish", latest)
	for k := range f.samples {
		at := f.start + f.step*k
		if float64(at) < start || float64(at) > finish || left == 0 {
			continue
		}
		left--
		for i := range e.instances {
			all = append(all, fmt.Sprintf(`{"series":"%s","timestamp":%d000.0,"instance":"%040d","value":"%d"}`, id, at, i, k))
		}
	}
	return all
}

// TestUneven records hosts together of which samples come at other times, in other
// numbers and more at a time: each has all that are in its window, once.
func TestUneven(t *testing.T) {
	whole := func(first, last time.Time) (time.Time, time.Time, error) { return first, last, nil }
	latest := func(_, last time.Time) (time.Time, time.Time, error) { return last.Add(-1000 * time.Second), last, nil }
	late := func(first, last time.Time) (time.Time, time.Time, error) {
		return first.Add(100 * time.Second), last, nil
	}
	instant := func(first, _ time.Time) (time.Time, time.Time, error) {
		return first.Add(time.Second), first.Add(time.Second), nil
	}
	var days, wide []feed
	for i := range 12 {
		days = append(days, feed{(i % 2) * 86400, 60, 1440})
		wide = append(wide, feed{0, 1, 103})
	}
	slowAndFast := []feed{{0, 60, 20}, {117, 5, 60}}
	for _, test := range []struct {
		name      string
		of        feeds
		selection Selection
		want      []int // samples of the hosts, in turn
	}{
		{"slow and fast", feeds{slowAndFast, 8_000}, Selection{Window: whole}, []int{20, 60}},
		{"one day after another", feeds{days, 50}, Selection{}, []int{1440}},
		{"few samples each", feeds{[]feed{{0, 10, 301}, {50, 10, 304}}, 1}, Selection{Window: latest, WindowOnly: true, Samples: 4}, []int{4}},
		{"an instant without samples", feeds{[]feed{{0, 10, 301}}, 1}, Selection{Window: instant, WindowOnly: true}, []int{0}},
		{"a sample before the window", feeds{wide, 2_000}, Selection{Window: late}, []int{4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: test.of}, Timeout: time.Hour}}
			recordings, err := record(t, c, test.selection)
			if err != nil || len(recordings) != len(test.of.hosts) {
				t.Fatalf("%d recordings, %v", len(recordings), err)
			}
			for i, r := range recordings {
				want := test.want[i%len(test.want)]
				if n := samplesIn(t, r.Base); n != want {
					t.Errorf("%s: %d samples, want %d", r.Host, n, want)
				}
			}
		})
	}
}

// TestWithoutLabels asks for no labels but those that name hosts.
func TestWithoutLabels(t *testing.T) {
	for without, want := range map[bool]int{false: 3, true: 1} { // one of three instances has the identifier of the series
		asked := &labelCount{feeds: feeds{[]feed{{0, 60, 20}}, 3}}
		c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: asked}, Timeout: time.Hour}}
		recordings, err := record(t, c, Selection{WithoutLabels: without})
		if err != nil || len(recordings) != 1 || recordings[0].Host != "h0" || asked.ids != want {
			t.Errorf("without %v: labels of %d, want %d; %v, %v", without, asked.ids, want, recordings, err)
		}
	}
}

// labelCount counts the series and instances whose labels are asked for.
type labelCount struct {
	feeds
	ids int
}

func (c *labelCount) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/series/labels" {
		c.ids += len(strings.Split(r.URL.Query().Get("series"), ","))
	}
	return c.feeds.RoundTrip(r)
}

// samplesIn counts the samples of an archive, which ascend.
func samplesIn(t *testing.T, base string) (n int) {
	t.Helper()
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for last := (time.Time{}); ; {
		r, err := sourcetest.Direct(a).FetchRecord(t.Context())
		if errors.Is(err, libpcp.ErrEOL) {
			return n
		} else if err != nil {
			t.Fatal(err)
		}
		if len(r.Sets) == 0 {
			continue
		}
		if !r.Time.After(last) {
			t.Errorf("%v after %v", r.Time, last)
		}
		last = r.Time
		n++
	}
}
