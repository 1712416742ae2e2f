package tests

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

// floods are long answers of a pmproxy: the path they answer, what precedes and follows
// elements, and elements by number.
var floods = []struct {
	path, before string
	element      func(i int) string
	after        string
	lines        []string
}{
	{"context", `{"context":7,"labels":{`, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }, `}}`, []string{"pminfo --timeout=60 -h PROXY m"}},
	{"context", `{"context":7,"hostspec":"`, func(int) string { return "x" }, `"}`, []string{"pminfo --timeout=60 -h PROXY m"}},
	{"metric", `{"metrics":[{"name":"m","pmid":"60.0.1","indom":"60.1","type":"32","sem":"instant","units":"none","labels":{`, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }, `}}]}`, []string{"pminfo --timeout=60 -h PROXY -l m"}},
	{"metric", `{"metrics":[{"name":"m","pmid":"60.0.1","indom":"60.1","type":"32","sem":"instant","units":"none","labels":{"a":[`, func(int) string { return "[]" }, `]}}]}`, []string{"pminfo --timeout=60 -h PROXY -l m"}},
	{"metric", `{"metrics":[`, func(i int) string {
		return fmt.Sprintf(`{"name":"m%x","pmid":"60.0.1","type":"32","sem":"instant","units":"none"}`, i)
	}, `]}`, []string{"pminfo --timeout=60 -h PROXY", "pminfo --timeout=60 -h PROXY --format=csv m", "pmprobe --timeout=60 -h PROXY"}},
	{"metric", `{"metrics":[`, func(i int) string { return fmt.Sprintf(`{"name":"m%x"}`, i) }, `]}`, []string{"pminfo --timeout=60 -h PROXY", "pmprobe --timeout=60 -h PROXY m"}},
	{"metric", `{"metrics":[`, func(i int) string {
		return fmt.Sprintf(`{"name":"m%x","pmid":"60.0.%d","type":"32","sem":"instant","units":"none","labels":{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}}`, i, i%1000)
	}, `]}`, []string{"pminfo --timeout=60 -h PROXY -l"}},
	{"indom", `{"indom":"60.1","labels":{`, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }, `},"instances":[]}`, []string{"pminfo --timeout=60 -h PROXY -l m"}},
	{"indom", `{"indom":"60.1","instances":[`, func(i int) string { return fmt.Sprintf(`{"instance":%d,"name":"x","labels":{"a":1,"b":2}}`, i) }, `]}`, []string{"pminfo --timeout=60 -h PROXY -l m", "pmprobe --timeout=60 -h PROXY -I m"}},
	{"indom", `{"indom":"60.1","instances":[{"instance":1,"name":"x","labels":{`, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }, `}}]}`, []string{"pminfo --timeout=60 -h PROXY -l m"}},
	{"metric", `{"metrics":[{"name":"m","pmid":"60.0.1","type":"32","sem":"instant","units":"none","text-help":"`, func(int) string { return "help" }, `"}]}`, []string{"pminfo --timeout=60 -h PROXY -T m"}},
	{"labels", `[{"series":"` + floodID + `","labels":{`, func(i int) string { return fmt.Sprintf(`"%x":1`, i) }, `}}]`, []string{"pmprobe --timeout=60 -h PROXY --series=m", "pmval --timeout=60 -h PROXY --series=m --format=csv"}},
	{"labels", `[`, func(i int) string { return `{"series":"` + floodID + `","labels":{"a":1,"b":2}}` }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"labels", `[`, func(i int) string { return fmt.Sprintf(`{"series":"%040x","labels":{"a":1}}`, i) }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"labels", `{"hostname":[`, func(i int) string { return fmt.Sprintf(`"%x"`, i) }, `]}`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"metrics", `[`, func(i int) string { return `{"series":"` + floodID + `","name":"m"}` }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"metrics", `[`, func(i int) string { return fmt.Sprintf(`{"series":"%040x","name":"%x"}`, i, i) }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"descs", `[`, func(i int) string {
		return `{"series":"` + floodID + `","source":"` + floodID + `","pmid":"60.0.1","type":"32","semantics":"instant","units":"none"}`
	}, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"instances", `[`, func(i int) string {
		return fmt.Sprintf(`{"series":"%s","source":"%s","instance":"%040x","id":%d,"name":"%x"}`, floodID, floodID, i, i, i)
	}, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"query", `[`, func(i int) string { return fmt.Sprintf(`"%040x"`, i) }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"query", `[`, func(i int) string { return `"` + floodID + `"` }, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
	{"values", `[`, func(i int) string {
		return fmt.Sprintf(`{"series":"%s","instance":"%s","timestamp":%d.0,"value":"%d"}`, floodID, floodID, 1700000000000-1000*i, i)
	}, `]`, []string{"pmprobe --timeout=60 -h PROXY --series=m"}},
}

const floodID = "1111111111111111111111111111111111111111"

// plainAnswers are those that are not long.
var plainAnswers = map[string]string{
	"context":   `{"context":7,"hostspec":"web","labels":{"hostname":"web"}}`,
	"metric":    `{"metrics":[{"name":"m","pmid":"60.0.1","indom":"60.1","type":"32","sem":"instant","units":"none"}]}`,
	"indom":     `{"indom":"60.1","instances":[{"instance":1,"name":"x"}]}`,
	"children":  `{"leaf":["m"],"nonleaf":[]}`,
	"fetch":     `{"timestamp":1.5,"values":[{"pmid":"60.0.1","instances":[{"instance":1,"value":1}]}]}`,
	"query":     `["` + floodID + `"]`,
	"descs":     `[{"series":"` + floodID + `","source":"` + floodID + `","pmid":"60.0.1","indom":"60.1","type":"32","semantics":"instant","units":"none"}]`,
	"labels":    `[{"series":"` + floodID + `","labels":{"hostname":"web"}}]`,
	"metrics":   `[{"series":"` + floodID + `","name":"m"}]`,
	"instances": `[{"series":"` + floodID + `","source":"` + floodID + `","instance":"` + floodID + `","id":1,"name":"x"}]`,
	"values":    `[{"series":"` + floodID + `","instance":"` + floodID + `","timestamp":1700000000000.0,"value":"1"}]`,
	"sources":   `[{"source":"` + floodID + `","name":"web"}]`,
}

// TestCampaignMemoryPmproxy has a pmproxy answer at length about labels, names and the
// like: the tools take no more than four times the memory of what they receive, and a little,
// nor long.
func TestCampaignMemoryPmproxy(t *testing.T) {
	need.Verify(t, "takes long")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	const size = 16 << 20
	for _, flood := range floods {
		long := []byte(flood.before)
		for i := 0; len(long) < size; i++ {
			if i > 0 && !strings.HasSuffix(flood.before, `"`) {
				long = append(long, ',')
			}
			long = append(long, flood.element(i)...)
		}
		long = append(long, flood.after...)
		var sent atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			path := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
			answer := []byte(plainAnswers[path])
			if path == flood.path {
				answer = long
			}
			n, _ := w.Write(answer)
			sent.Add(int64(n))
		}))
		for _, line := range flood.lines {
			sent.Store(0)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			words := strings.Fields(strings.ReplaceAll(line, "PROXY", server.URL))
			began := time.Now()
			run := peak.Do(ctx, t, exec.Command("/bin/sh", append([]string{"-c", `exec "$0" "$@" >/dev/null`, filepath.Join(bin, words[0])}, words[1:]...)...))
			cancel()
			took := time.Since(began)
			text := fmt.Sprintf("%4d MB for %3d MB in %4.1f s, status %d: %s, %.60s: %.100s", run.Peak>>20, sent.Load()>>20, took.Seconds(), run.Status, line, flood.path+" "+flood.before, run.Stderr)
			t.Log(text)
			if run.Crashed() || run.Peak > 4*sent.Load()+32<<20 || took > time.Minute {
				t.Error(text)
			}
		}
		server.Close()
	}
}
