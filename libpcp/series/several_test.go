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

// record records what there is, and returns the recordings with values.
func record(t *testing.T, c *Client, s Selection) (valued []*Recording, err error) {
	t.Helper()
	recordings, err := c.Record(t.Context(), "m", t.TempDir(), s)
	for _, r := range recordings {
		values, err := r.Wait(t.Context())
		if err != nil {
			return nil, err
		}
		if values {
			valued = append(valued, r)
		}
	}
	return valued, err
}

// TestSeveral records many hosts: they have the order of their names, however
// long each takes.
func TestSeveral(t *testing.T) {
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: hosts(50)}, Timeout: time.Minute}}
	recordings, err := record(t, c, Selection{})
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

// TestFirst has the second half of the hosts answered once the first of them was
// recorded, and refused: that one has its archive.
func TestFirst(t *testing.T) {
	first := make(chan struct{})
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: halted{hosts(50), first}}, Timeout: time.Minute}}
	recordings, err := c.Record(t.Context(), "m", t.TempDir(), Selection{})
	if err != nil || len(recordings) != 50 {
		t.Fatalf("%d recordings, %v", len(recordings), err)
	}
	values, err := recordings[0].Wait(t.Context())
	if err != nil || !values || samplesIn(t, recordings[0].Base) != 1 {
		t.Errorf("the first: %v, %v", values, err)
	}
	if values, err = recordings[1].Wait(t.Context()); err != nil || values {
		t.Errorf("without values: %v, %v", values, err)
	}
	close(first)
	if values, err = recordings[49].Wait(t.Context()); libpcp.Code(err) != libpcp.ErrPermission || values {
		t.Errorf("the last: %v, %v", values, err)
	}
}

// halted refuses to answer about names of series of hosts from the fortieth on, once
// the first host is there.
type halted struct {
	hosts
	first chan struct{}
}

func (h halted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path != "/series/metrics" || !strings.Contains(r.URL.RawQuery, fmt.Sprintf("%040d", 40)) {
		return h.hosts.RoundTrip(r)
	}
	<-h.first
	return &http.Response{StatusCode: http.StatusForbidden, Status: "403 Forbidden", Body: http.NoBody, Request: r}, nil
}

// TestOneFails has one of the sources refused: that is the error.
func TestOneFails(t *testing.T) {
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: hosts(50)}, Timeout: time.Minute}}
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		return first, last, errNone
	}
	recordings, err := record(t, c, Selection{Window: window})
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
