package series

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// hosts is an engine with one sample of one metric of each of many hosts; those
// with an odd number have lost theirs.
type hosts int

// RoundTrip answers about the series in a request, whose identifiers are the
// numbers of hosts. Like a pmproxy whose request arrives in pieces it takes no long
// addresses.
func (n hosts) RoundTrip(r *http.Request) (*http.Response, error) {
	ids := strings.Split(r.URL.Query().Get("series"), ",")
	if len(ids) > 10 {
		return &http.Response{StatusCode: http.StatusBadRequest, Status: "400 Bad Request", Body: http.NoBody, Request: r}, nil
	}
	form := map[string]string{
		"/series/query":     `"%[1]s"`,
		"/series/descs":     `{"series":"%[1]s","source":"%[1]s","pmid":"60.0.32","indom":"none","semantics":"instant","type":"u32","units":"none"}`,
		"/series/labels":    `{"series":"%[1]s","labels":{"hostname":"%[1]s"}}`,
		"/series/metrics":   `{"series":"%[1]s","name":"m"}`,
		"/series/values":    `{"series":"%[1]s","timestamp":1000.0,"value":"1"}`,
		"/series/instances": ``,
	}[r.URL.Path]
	if r.URL.Path == "/series/query" {
		ids = nil
		for i := range int(n) {
			ids = append(ids, fmt.Sprintf("%040d", i))
		}
	}
	var answers []string
	for _, id := range ids {
		lost := r.URL.Path == "/series/values" && (id[39]-'0')%2 == 1
		if form != "" && !lost {
			answers = append(answers, fmt.Sprintf(form, id))
		}
	}
	body := io.NopCloser(strings.NewReader("[" + strings.Join(answers, ",") + "]"))
	return &http.Response{StatusCode: http.StatusOK, Body: body, Request: r}, nil
}

// TestSeveral records many hosts: they have the order of their names, however
// long each takes.
func TestSeveral(t *testing.T) {
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: hosts(50)}, Timeout: time.Minute}}
	recordings, err := c.Record(t.Context(), "m", t.TempDir(), Selection{})
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, r := range recordings {
		got = append(got, r.Host)
	}
	for i := 0; i < 50; i += 2 {
		want = append(want, fmt.Sprintf("%040d", i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestOneFails has one of the sources refused: that is the error.
func TestOneFails(t *testing.T) {
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: hosts(50)}, Timeout: time.Minute}}
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		return first, last, errNone
	}
	recordings, err := c.Record(t.Context(), "m", t.TempDir(), Selection{Window: window})
	if err != errNone || recordings != nil {
		t.Errorf("%v, %v", recordings, err)
	}
}

var errNone = fmt.Errorf("no window")

// TestTwins takes what a metric with two names has, which is two series: at the
// same times, and at times of one of them.
func TestTwins(t *testing.T) {
	r := new(recorder)
	for i, times := range [][]int64{{2, 3}, {1, 2, 4}} {
		p := &pages{r: r, id: ID(fmt.Sprintf("%040d", 9-i)), desc: libpcp.Desc{PMID: 7}}
		for _, at := range times {
			p.held = append(p.held, sample{micros: at})
		}
		r.series = append(r.series, p)
	}
	r.order()
	for at := int64(1); at <= 4; at++ {
		if !r.take() || r.taken.Time.UnixMicro() != at || len(r.taken.Sets) != 1 {
			t.Errorf("at %d: %v", at, r.taken)
		}
	}
	if r.take() {
		t.Errorf("more: %v", r.taken)
	}
}
