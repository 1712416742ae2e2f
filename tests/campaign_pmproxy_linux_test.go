package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"

	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/libpcp/format"
)

// shady is what a terminal would obey: an escape sequence, the title of a
// window, C0, DEL, C1 and directions.
const shady = "x\x1b[2J\x1b]0;x\a\r\nx\x7f\u009b2J\u202ex\u2066\u0085"

// proxyAnswers are those of a pmproxy with two metrics, and with their history
// of one host, by servlet.
var proxyAnswers = map[string]string{
	"/pmapi/context":  `{"context":7,"hostspec":"far.example","labels":{"hostname":"far.example"}}`,
	"/pmapi/metric":   `{"context":7,"metrics":[` + proxyOne + "," + proxyMany + `]}`,
	"/pmapi/fetch":    `{"timestamp":1700000000.5,"values":[{"pmid":"60.0.1","instances":[{"instance":null,"value":1}]},{"pmid":"60.0.2","instances":[{"instance":0,"value":2}]}]}`,
	"/pmapi/indom":    `{"indom":"60.1","labels":{},"instances":[{"instance":0,"name":"i","labels":{"b":"c"}}]}`,
	"/pmapi/children": `{"leaf":[],"nonleaf":["a"]}`,
	"/pmapi/metrics":  ``,
	"/pmapi/store":    `{"success":true}`,
	"/pmapi/derive":   `{"success":true}`,

	"/series/query":     `["` + oneID + `"]`,
	"/series/descs":     `[{"series":"` + oneID + `","source":"` + oneID + `","pmid":"60.0.32","indom":"60.1","semantics":"instant","type":"u32","units":"none"}]`,
	"/series/labels":    `[{"series":"` + oneID + `","labels":{"hostname":"far.example"}}]`,
	"/series/metrics":   `[{"series":"` + oneID + `","name":"a.many"}]`,
	"/series/values":    `[{"series":"` + oneID + `","instance":"` + oneID + `","timestamp":1000.0,"value":"1"}]`,
	"/series/instances": `[{"series":"` + oneID + `","source":"` + oneID + `","instance":"` + oneID + `","id":5,"name":"i"}]`,
	"/series/sources":   `[{"source":"` + oneID + `","name":"far.example"}]`,
}

// The two metrics.
const (
	proxyOne  = `{"name":"a.one","pmid":"60.0.1","indom":"none","type":"u32","sem":"instant","units":"none","labels":{"l":"m"},"text-oneline":"t","text-help":"h"}`
	proxyMany = `{"name":"a.many","pmid":"60.0.2","indom":"60.1","type":"u32","sem":"instant","units":"none"}`
)

const oneID = "0123456789012345678901234567890123456789"

// proxyAnswer is the healthy answer to a request, without metrics of other names.
func proxyAnswer(r *http.Request) string {
	answer := proxyAnswers[proxyServlet(r)]
	names, prefix := r.FormValue("names"), r.FormValue("prefix")
	if names == "a.one" || prefix == "a.one" {
		return strings.Replace(answer, ","+proxyMany, "", 1)
	}
	if names == "a.many" || prefix == "a.many" {
		return strings.Replace(answer, proxyOne+",", "", 1)
	}
	return answer
}

// proxyServlet is the servlet that is asked, without the number of a context.
func proxyServlet(r *http.Request) string {
	return strings.Replace(r.URL.Path, "/pmapi/7/", "/pmapi/", 1)
}

// proxyFaults are what one of the answers becomes.
var proxyFaults = map[string]func(w http.ResponseWriter, healthy string){
	"reason":    raw("HTTP/1.1 500 " + oneLine(shady) + "\r\n\r\n"),
	"no status": raw("HTTP/1.1 " + oneLine(shady) + "\r\n\r\n"),
	"no HTTP":   raw(shady + "\r\n\r\n"),
	"header":    raw("HTTP/1.1 200 OK\r\n" + oneLine(shady) + "\r\n\r\n"),
	"length":    raw("HTTP/1.1 200 OK\r\nContent-Length: " + oneLine(shady) + "\r\n\r\n"),
	"redirect":  raw("HTTP/1.1 307 Go\r\nLocation: http://" + oneLine(shady) + "/\r\n\r\n"),
	"elsewhere": raw("HTTP/1.1 302 Go\r\nLocation: http://127.0.0.1:1/" + oneLine(shady) + "\r\n\r\n"),
	"cut": func(w http.ResponseWriter, healthy string) {
		w.Header().Set("Content-Length", "10000")
		io.WriteString(w, healthy[:len(healthy)/2])
	},
	"no JSON": func(w http.ResponseWriter, _ string) { io.WriteString(w, shady) },
	"message": func(w http.ResponseWriter, _ string) {
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]any{"message": shady, "success": false})
	},
	"syntax": func(w http.ResponseWriter, _ string) {
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]any{"message": "cannot parse\n\na.many\n    ^ -- " + oneLine(shady) + "\n", "success": false})
	},
	"no success": func(w http.ResponseWriter, _ string) {
		json.NewEncoder(w).Encode(map[string]any{"message": shady, "success": false})
	},
}

// raw answers with bytes, and ends the connection.
func raw(answer string) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, _ string) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			io.WriteString(conn, answer)
			conn.Close()
		}
	}
}

func oneLine(s string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(s) }

// spoil adds what is shady to the n-th string of an answer, or puts it in the
// place of a number; ok is false if it has fewer.
func spoil(answer string, n int) (spoiled string, ok bool) {
	var v any
	if json.Unmarshal([]byte(answer), &v) != nil {
		return "", false
	}
	v = spoilValue(v, &n)
	out, _ := json.Marshal(v)
	return string(out), n < 0
}

func spoilValue(v any, n *int) any {
	switch v := v.(type) {
	case map[string]any:
		spoiled := make(map[string]any, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			spoiled[key] = spoilValue(v[key], n)
		}
		return spoiled
	case []any:
		for i := range v {
			v[i] = spoilValue(v[i], n)
		}
		return v
	}
	if *n--; *n != -1 {
		return v
	}
	text, _ := v.(string)
	return text + shady
}

// proxyLines are command lines; %s is the address.
var proxyLines = []string{
	"pminfo -h %s", "pminfo -h %s -f a", "pminfo -h %s -dmtT a.many", "pminfo -h %s -I a.one a.many", "pminfo -h %s a.nosuch a",
	"pminfo -h %s --search many", "pminfo -h %s -f --format=json a", "pminfo -h %s -dlTf --format=csv a", "pminfo -h %s -f --format=table a.one",
	"pminfo --hosts=%s -f --format=jsonl a", "pminfo -h %s --from-series=a.many -f", "pminfo -h %s --from-series=a.many --format=json -dlf",
	"pmprobe -h %s -v a", "pmprobe -h %s -I --format=json a", "pmprobe -h %s --series=a.many --format=csv -v",
	"pmval -h %s -s 1 a.one", branchLine, "pmval -h %s -s 1 a.many", "pmval -h %s -s 1 --format=json a.one a.many", "pmval -h %s --series=a.many -s 1 a.many",
	"pmval -h %s --series=a.many --format=csv", "pmval -h %s --series=a.many --format=table",
	"pmstore -h %s a.one 5", "pmstore -h %s -i i a.many 5", "pmstore -h %s --format=json a.one 5",
}

// TestCampaignPmproxy has a hostile pmproxy answer tools on a terminal: wherever
// it fails, whatever it says, no character that a terminal obeys reaches that.
// Values and texts that answers have are printed by the classic formats as
// they are, as PCP's tools print them: there standard error alone is looked at.
func TestCampaignPmproxy(t *testing.T) {
	need.Loopback(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	var servlet string // the answer of which is replaced
	var fault func(http.ResponseWriter, string)
	var met atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if proxyServlet(r) == servlet {
			met.Store(true)
			fault(w, proxyAnswer(r))
			return
		}
		io.WriteString(w, proxyAnswer(r))
	}))
	defer server.Close()
	run := func(line string, values bool) (screen string, status int) {
		words := strings.Fields(fmt.Sprintf(line, server.URL))
		cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		cmd.Env = environ("LC_ALL=C.UTF-8", "TMPDIR="+t.TempDir())
		if values && !strings.Contains(line, "--format=") {
			cmd.Stdout = io.Discard
		}
		text, err := runOnTerminal(cmd, 80)
		if _, failed := err.(*exec.ExitError); err != nil && !failed {
			t.Fatal(err)
		}
		return string(text), cmd.ProcessState.ExitCode()
	}
	for _, line := range proxyLines {
		if screen, status := run(line, false); status != 0 && !strings.Contains(line, "nosuch") && line != branchLine {

			t.Errorf("%s: status %d of a healthy pmproxy: %s", line, status, screen)
		}
	}
	runs, failed := 0, 0
	check := func(line, asked, name string, become func(http.ResponseWriter, string), values bool) {
		servlet, fault = asked, become
		met.Store(false)
		screen, status := run(line, values)
		if !met.Load() {
			return
		}
		if runs++; status != 0 {
			failed++
		}
		controlled := strings.ContainsFunc(strings.ReplaceAll(screen, "\r\n", "\n"), func(r rune) bool { return r != '\n' && format.TerminalControl(r) })
		if controlled || strings.Contains(screen, "goroutine ") {
			t.Errorf("%s, %s: %s: status %d\n%q", line, asked, name, status, screen)
		}
	}
	spoilt := func(line, asked string, n int) {
		if answer, ok := spoil(proxyAnswers[asked], n); ok {
			check(line, asked, answer, func(w http.ResponseWriter, _ string) { io.WriteString(w, answer) }, true)
		}
	}
	for n := range 30 {
		spoilt(branchLine, "/pmapi/metric", n) // names are in the advice
	}
	r := campaign.Rand(t)
	servlets, faults := slices.Sorted(maps.Keys(proxyAnswers)), slices.Sorted(maps.Keys(proxyFaults))
	tries := campaign.Tries(t, 250)
	for range tries {
		line := proxyLines[r.IntN(len(proxyLines))]
		asked := servlets[r.IntN(len(servlets))]
		for strings.Contains(line, "series=") != strings.HasPrefix(asked, "/series") {
			asked = servlets[r.IntN(len(servlets))]
		}
		if r.IntN(3) == 0 {
			spoilt(line, asked, r.IntN(30))
		} else {
			name := faults[r.IntN(len(faults))]
			check(line, asked, name, proxyFaults[name], false)
		}
	}
	t.Logf("%d runs, of which %d failed", runs, failed)
	if failed < runs/2 || runs < min(80, tries/3) {
		t.Errorf("%d runs, of which %d failed", runs, failed)
	}
}

// branchLine asks for a branch of metrics where one is wanted.
const branchLine = "pmval -h %s -s 1 a"
