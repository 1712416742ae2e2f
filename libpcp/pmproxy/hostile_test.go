package pmproxy

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/internal/sourcetest"
)

// serve runs a server that answers for every servlet by its last component,
// "context" and "metric" with what the others need if answers has none, and
// returns a client of it.
func serve(t testing.TB, answers map[string]string) *Client {
	t.Helper()
	need.Loopback(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		servlet := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
		answer, ok := answers[servlet]
		switch {
		case ok:
		case servlet == "context":
			answer = `{"context":7,"hostspec":"far.example","labels":{"a":1}}`
		case servlet == "metric":
			answer = fourMetrics
		}
		io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	c, err := Dial(context.Background(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const fourMetrics = `{"context":7,"metrics":[
{"name":"a.int","pmid":"60.0.1","type":"32","sem":"instant","units":"none","labels":{"a":1}},
{"name":"a.u64","pmid":"60.0.2","type":"u64","sem":"counter","units":"Kbyte"},
{"name":"a.double","pmid":"60.0.3","indom":"60.1","type":"double","sem":"instant","units":"none"},
{"name":"a.string","pmid":"60.0.4","type":"string","sem":"discrete","units":"none"}]}`

var fourIDs = []libpcp.PMID{
	libpcp.NewPMID(60, 0, 1), libpcp.NewPMID(60, 0, 2), libpcp.NewPMID(60, 0, 3), libpcp.NewPMID(60, 0, 4),
}

// TestValues has numbers at their limits, and those that JSON has not.
func TestValues(t *testing.T) {
	c := serve(t, map[string]string{"fetch": `{"timestamp":1700000000.5,"values":[
{"pmid":"60.0.1","instances":[{"instance":null,"value":-2147483648}]},
{"pmid":"60.0.2","instances":[{"instance":null,"value":18446744073709551615}]},
{"pmid":"60.0.3","instances":[{"instance":0,"value":inf},{"instance":1,"value":-inf},{"instance":2,"value":nan},{"instance":3,"value":1e-300}]},
{"pmid":"60.0.4","instances":[{"instance":null,"value":"inf, \"nan\" and \u000A"}]}]}`})
	r, err := sourcetest.Direct(c).Fetch(context.Background(), fourIDs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Unix(1700000000, 5); !r.Time.Equal(want) {
		t.Errorf("time %v, want %v", r.Time, want)
	}
	number, _ := r.Sets[1].Atom(0, libpcp.TypeU64)
	if number.Uint64() != math.MaxUint64 {
		t.Errorf("got %v", number)
	}
	for i, want := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), 1e-300} {
		if got, _ := r.Sets[2].Float64(i, libpcp.TypeDouble); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("double %d: got %v, want %v", i, got, want)
		}
	}
	text, _ := r.Sets[3].Atom(0, libpcp.TypeString)
	if text.Text() != "inf, \"nan\" and \n" {
		t.Errorf("got %q", text.Text())
	}
}

// TestHostileValues has answers that are no values of their metrics: an error,
// and never a number.
func TestHostileValues(t *testing.T) {
	for _, answer := range []string{
		``, `null`, `[]`, `{`, `{"timestamp":1.5}x`, `{"timestamp":"now","values":[]}`, `{"timestamp":1.5555555555,"values":[]}`,
		fetched("60.0.1", `2147483648`), fetched("60.0.1", `1.5`), fetched("60.0.1", `"x"`), fetched("60.0.1", `{}`), fetched("60.0.1", `true`),
		fetched("60.0.2", `-1`), fetched("60.0.2", `18446744073709551616`), fetched("60.0.3", `"one"`), fetched("60.0.4", `[1]`),
		fetched("60.0", `1`), fetched("512.0.1", `1`), fetched("60.4096.1", `1`), fetched("60.0.1 ", `1`),
		strings.Repeat(`{"values":[`, 20000), `{"values":` + strings.Repeat(`[`, 100000),
	} {
		c := serve(t, map[string]string{"fetch": answer})
		if r, err := sourcetest.Direct(c).Fetch(context.Background(), fourIDs, nil); err == nil {
			t.Errorf("%.80s: got %v", answer, r.Sets)
		} else if libpcp.Code(err) == 0 {
			t.Errorf("%.80s: %v without a code", answer, err)
		}
	}
}

// TestSenseless says which member of an answer makes no sense.
func TestSenseless(t *testing.T) {
	for _, test := range []struct{ servlet, answer, want string }{
		{"fetch", `{"timestamp":1.5,"values":[{"instances":[{"instance":null,"value":1}]}]}`, "pmid "},
		{"fetch", `{"timestamp":1.5555555555,"values":[]}`, "timestamp 1.5555555555"},
		{"fetch", `{"timestamp":1.e1,"values":[]}`, ""},
		{"metric", `{"metrics":[{"pmid":"60.0.1"}]}`, "name "},
		{"metric", `{"metrics":[{"name":"b.c","pmid":"60.0.1","type":"32","sem":"instant","units":"none"}]}`, "name b.c"},
		{"indom", `{"indom":"60.1","instances":[{"instance":1}]}`, "name "},
	} {
		c := sourcetest.Direct(serve(t, map[string]string{test.servlet: test.answer}))
		var err error
		switch test.servlet {
		case "fetch":
			_, err = c.Fetch(t.Context(), fourIDs, nil)
		case "metric":
			_, err = c.Traverse(t.Context(), "a")
		case "indom":
			_, err = c.Instances(t.Context(), libpcp.NewInDom(60, 1))
		}
		if err == nil || !strings.HasSuffix(err.Error(), test.want) || test.want != "" && !strings.Contains(err.Error(), rest.Senseless+test.want) {
			t.Errorf("%s: %v, want %s", test.answer, err, test.want)
		}
	}
}

// TestShortElements has answers with up to a million elements of a few bytes:
// they take memory in proportion to the bytes.
func TestShortElements(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // so that it matters little when memory is collected
	const n = 1 << 19
	empty := "[" + strings.Repeat("{},", n) + "{}]"
	instances := `{"timestamp":1.5,"values":[{"pmid":"60.0.1","instances":` + empty + `}]}`
	for servlet, answer := range map[string]string{
		"fetch": `{"timestamp":1.5,"values":` + empty + `}`, "fetch ": instances, "metric": `{"metrics":` + empty + `}`,
		"indom": `{"indom":"60.1","instances":` + empty + `}`, "children": `{"leaf":["",` + strings.Repeat(`"x",`, 2*n) + `""],"nonleaf":[]}`,
	} {
		servlet = strings.TrimSpace(servlet)
		c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: canned{"metric": fourMetrics, servlet: answer}}, Timeout: time.Minute}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sourcetest.Direct(c).Fetch(t.Context(), fourIDs, nil)
		sourcetest.Direct(c).Instances(t.Context(), libpcp.NewInDom(60, 1))
		sourcetest.Direct(c).Children(t.Context(), "a")
		runtime.ReadMemStats(&after)
		if grown := after.HeapSys - min(before.HeapSys, after.HeapSys); grown > 8*uint64(len(answer)) {
			t.Errorf("%s: %d bytes of memory for %d", servlet, grown, len(answer))
		}
	}
}

// TestCompressed: answers are not compressed, as none of pmproxy are.
func TestCompressed(t *testing.T) {
	need.Loopback(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if accepts := r.Header.Get("Accept-Encoding"); accepts != "" {
			t.Errorf("accepts %s", accepts)
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, `{"context":7}`)
		z.Close()
	}))
	defer server.Close()
	if _, err := Dial(t.Context(), server.URL); libpcp.Code(err) != libpcp.ErrIPC {
		t.Errorf("got %v", err)
	}
}

func fetched(id, value string) string {
	return fmt.Sprintf(`{"timestamp":1.5,"values":[{"pmid":%q,"instances":[{"instance":null,"value":%s}]}]}`, id, value)
}

// TestMissing: a number that is missing arrives as 0, as does a 0.
func TestMissing(t *testing.T) {
	for _, test := range []struct {
		metrics string
		missing bool
	}{
		{"# PCP5 a.int 60.0.1 32 PM_INDOM_NULL instant none\na_int 0\n", false},
		{"", true},
	} {
		c := serve(t, map[string]string{"fetch": fetched("60.0.1", "0"), "metrics": test.metrics})
		r, err := sourcetest.Direct(c).Fetch(context.Background(), fourIDs[:1], nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Sets[0].Err == libpcp.ErrValue; got != test.missing {
			t.Errorf("%q: %+v", test.metrics, r.Sets[0])
		}
	}
}

// TestEndless: an answer without an end costs bounded memory.
func TestEndless(t *testing.T) {
	need.Loopback(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"context":7,"x":"`)
		for junk := strings.Repeat("x", 1<<16); r.Context().Err() == nil; {
			if _, err := io.WriteString(w, junk); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	_, err := (&Dialer{Timeout: time.Hour}).Dial(context.Background(), server.URL)
	if libpcp.Code(err) != libpcp.ErrTooBig {
		t.Errorf("got %v", err)
	}
}

// TestSilent: a server that does not answer costs the timeout.
func TestSilent(t *testing.T) {
	need.Loopback(t)
	stop := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stop }))
	defer server.Close()
	defer close(stop)
	_, err := (&Dialer{Timeout: 50 * time.Millisecond}).Dial(context.Background(), server.URL)
	if libpcp.Code(err) != libpcp.ErrTimeout {
		t.Errorf("got %v", err)
	}
}

// TestRefusals gives answers of other statuses their codes.
func TestRefusals(t *testing.T) {
	need.Loopback(t)
	for _, test := range []struct {
		status int
		body   string
		want   libpcp.Error
	}{
		{400, `{"message":"cannot connect to PMCD: Connection refused","success":false}`, libpcp.Errno(111)},
		{400, `{"message":"sample.nope traversal failed - Unknown metric name","success":false}`, libpcp.ErrName},
		{400, `<html>`, libpcp.ErrIPC}, {401, ``, libpcp.ErrPermission}, {403, `{}`, libpcp.ErrPermission},
		{504, ``, libpcp.ErrTimeout}, {500, strings.Repeat("x", 1<<20), libpcp.ErrIPC},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(test.status)
			io.WriteString(w, test.body)
		}))
		if _, err := Dial(context.Background(), server.URL); libpcp.Code(err) != test.want {
			t.Errorf("%d %.60s: got %v, want %v", test.status, test.body, err, test.want)
		}
		server.Close()
	}
}

// TestForeignNames asks for a branch, and gets the names of another.
func TestForeignNames(t *testing.T) {
	c := serve(t, nil)
	if names, err := sourcetest.Direct(c).Traverse(t.Context(), "a"); err != nil || len(names) != 4 {
		t.Errorf("got %v, %v", names, err)
	}
	if names, err := sourcetest.Direct(c).Traverse(t.Context(), "a.i"); libpcp.Code(err) != libpcp.ErrIPC {
		t.Errorf("got %v, %v, want %v", names, err, libpcp.ErrIPC)
	}
}

// FuzzAnswers decodes answers of any bytes.
func FuzzAnswers(f *testing.F) {
	f.Add(fourMetrics, fetched("60.0.1", "0"), `{"indom":"60.1","instances":[{"instance":0,"name":"x","labels":{"b":[1,{"c":nan}]}}]}`)
	f.Add(`{"metrics":[{"name":"x","message":"Unknown metric name"}]}`, `{"timestamp":-1.-1,"values":[{}]}`, `{"labels":{"a.b":"c"}}`)
	f.Fuzz(func(t *testing.T, metric, fetch, indom string) {
		answers := map[string]string{"metric": metric, "fetch": fetch, "indom": indom, "metrics": fetch, "children": indom, "store": fetch,
			"context": `{"context":7}`}
		c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: canned(answers)}, Timeout: time.Minute}}
		ctx := context.Background()
		sourcetest.Direct(c).Traverse(ctx, "")
		sourcetest.Direct(c).Lookup(ctx, []string{"a.int", "x"})
		sourcetest.Direct(c).Children(ctx, "a")
		sourcetest.Direct(c).Instances(ctx, libpcp.NewInDom(60, 1))
		sourcetest.Direct(c).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(libpcp.NewInDom(60, 1))})
		r, err := sourcetest.Direct(c).Fetch(ctx, fourIDs, nil)
		if err == nil && len(r.Sets) != len(fourIDs) {
			t.Errorf("%d sets", len(r.Sets))
		}
		if err == nil {
			sourcetest.Direct(c).Store(ctx, r)
		}
	})
}

// canned answers requests without a network.
type canned map[string]string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	servlet := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(c[servlet])), Request: r}, nil
}

// parts answers about metrics: about one if there is a prefix, else about four.
type parts struct{}

func (parts) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := fourMetrics
	if r.URL.Query().Get("prefix") != "" {
		answer = `{"metrics":[{"name":"a.int","pmid":"60.0.1","type":"32","sem":"instant","units":"none"}]}`
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(answer)), Request: r}, nil
}

// TestPartThenAll traverses a part of the name space: the rest is found later.
func TestPartThenAll(t *testing.T) {
	c := libpcp.NewContext(&Client{rest: &rest.Client{HTTP: &http.Client{Transport: parts{}}, Timeout: time.Minute}})
	if names, err := c.Traverse(t.Context(), "a.int"); err != nil || len(names) != 1 {
		t.Errorf("%q, %v", names, err)
	}
	if name, err := c.Name(t.Context(), fourIDs[3]); err != nil || name != "a.string" {
		t.Errorf("%q, %v", name, err)
	}
}
