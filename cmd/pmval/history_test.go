package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pcptools/cmd/internal/tool"
	"pcptools/internal/need"
)

// Two hosts have a series each, of a metric without instances.
var engine = map[string]string{
	"query":     `["` + strings.Repeat("1", 40) + `","` + strings.Repeat("2", 40) + `"]`,
	"descs":     both(`"source":"%","pmid":"60.0.32","indom":"none","semantics":"instant","type":"u32","units":"none"`),
	"metrics":   both(`"name":"hinv.ncpu"`),
	"labels":    both(`"labels":{"hostname":"web%"}`),
	"instances": `[]`,
	"values": `[{"series":"` + strings.Repeat("1", 40) + `","timestamp":2000.0,"value":"8"},` +
		`{"series":"` + strings.Repeat("1", 40) + `","timestamp":1000.0,"value":"4"},` +
		`{"series":"` + strings.Repeat("2", 40) + `","timestamp":1000.0,"value":"2"}]`,
}

// both is an answer about both series, with % for the digit of each.
func both(members string) string {
	var parts []string
	for _, digit := range []string{"1", "2"} {
		source := strings.ReplaceAll(members, `"source":"%"`, `"source":"`+strings.Repeat(digit, 40)+`"`)
		parts = append(parts, `{"series":"`+strings.Repeat(digit, 40)+`",`+strings.ReplaceAll(source, "%", digit)+`}`)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// history has pmval ask a fake pmproxy for series.
func history(t *testing.T, answers map[string]string, words ...string) (stdout, stderr string, status int) {
	t.Helper()
	need.Loopback(t)
	server := serve(answers)
	defer server.Close()
	var out, errors bytes.Buffer
	env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &errors, Environ: []string{"TZ=UTC"}}
	t.Setenv("TMPDIR", t.TempDir())
	status = tool.Run(context.Background(), &pmval{}, env, append([]string{"-h", server.URL}, words...))
	return out.String(), errors.String(), status
}

// serve is a fake pmproxy.
func serve(answers map[string]string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		what := strings.TrimPrefix(r.URL.Path, "/series/")
		var values []point
		if what == "values" && json.Unmarshal([]byte(answers[what]), &values) == nil {
			json.NewEncoder(w).Encode(within(values, r.Form))
			return
		}
		w.Write([]byte(answers[what]))
	}))
}

// TestSeriesUnread has nobody read what pmval writes about series: its archives
// are removed even so.
func TestSeriesUnread(t *testing.T) {
	if address := os.Getenv("PMPROXY"); address != "" {
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(os.Stdout, false), Stderr: io.Discard}
		os.Exit(tool.Run(context.Background(), &pmval{}, env, []string{"-h", address, "--series=hinv.ncpu", "--format=csv"}))
	}
	need.Loopback(t)
	server := serve(engine)
	defer server.Close()
	unread, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	unread.Close()
	defer out.Close()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestSeriesUnread$")
	cmd.Env = append(os.Environ(), "PMPROXY="+server.URL, "TMPDIR="+dir)
	cmd.Stdout = out
	if err := cmd.Run(); err == nil {
		t.Error("no failure")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// A point is a value as pmproxy writes it.
type point struct {
	Series string  `json:"series"`
	Time   float64 `json:"timestamp"`
	Value  string  `json:"value"`
}

// within are the values that a query asks for, which come latest first: the
// latest ones, or those of a window from its start on.
func within(values []point, query url.Values) (wanted []point) {
	start, err := strconv.ParseFloat(query.Get("start"), 64)
	samples, _ := strconv.Atoi(query.Get("samples"))
	found := make(map[string]int)
	if err == nil {
		values = slices.Clone(values)
		slices.Reverse(values)
	}
	for _, v := range values {
		if strings.Contains(query.Get("series"), v.Series) && (err != nil || v.Time >= 1000*start) && found[v.Series] < samples {
			found[v.Series]++
			wanted = append(wanted, v)
		}
	}
	return wanted
}

// sorted are lines in an order of their own: hosts take turns.
func sorted(text string) string { return strings.Join(slices.Sorted(strings.Lines(text)), "") }

func TestSeries(t *testing.T) {
	out, problems, status := history(t, engine, "--series=hinv.ncpu", "--format=csv", "-Z", "UTC")
	want := `host,time,metric,pmid,type,semantics,units,indom,instance_id,instance,value,error_code,error_symbol,error_text
web1,1970-01-01T00:00:01.000000000Z,hinv.ncpu,60.0.32,U32,instant,,,,,4,,,
web1,1970-01-01T00:00:02.000000000Z,hinv.ncpu,60.0.32,U32,instant,,,,,8,,,
web2,1970-01-01T00:00:01.000000000Z,hinv.ncpu,60.0.32,U32,instant,,,,,2,,,
`
	if sorted(out) != sorted(want) || status != 0 {
		t.Errorf("status %d\n%s%s", status, out, problems)
	}
}

func TestSeriesOfSeveral(t *testing.T) {
	if out, problems, status := history(t, engine, "--series=hinv.ncpu", "hinv.ncpu"); status != 1 ||
		problems != "pmval: series of 2 sources take another --format: hinv.ncpu\n" {
		t.Errorf("status %d\n%s%s", status, out, problems)
	}
	if out, problems, status := history(t, engine, "--series=hinv.ncpu", "--plot"); status != 0 ||
		!strings.Contains(out, "\n  web1 :#") || !strings.Contains(out, "\n  web2 _ ") {
		t.Errorf("status %d\n%s%s", status, out, problems)
	}
}

// TestSeriesUnpaced refuses what makes a single archive take its time.
func TestSeriesUnpaced(t *testing.T) {
	for _, words := range [][]string{{"-d", "--format=csv"}, {"-d", "--plot"}, {"-p", "1", "--format=table"}} {
		out, problems, status := history(t, engine, append(words, "--series=hinv.ncpu")...)
		if status != 1 || out != "" || !strings.Contains(problems, "takes a single source of metrics") {
			t.Errorf("%q: status %d\n%s%s", words, status, out, problems)
		}
	}
}

// answering is the engine with another answer to one request.
func answering(what, answer string) map[string]string {
	answers := maps.Clone(engine)
	answers[what] = answer
	return answers
}

// TestUnreadSeries has values that are none of their type: they are left out and
// named, the others are reported.
func TestUnreadSeries(t *testing.T) {
	for what, test := range map[string]struct{ old, new, left, named string }{
		"values": {`"value":"4"`, `"value":"four"`, "web1 8, web2 2", "hinv.ncpu of web1: left out values that cannot be read, such as four"},
		"descs":  {"u32", "complex", "", "hinv.ncpu of web2: left out values that cannot be read, such as 2"},
	} {
		out, problems, status := history(t, answering(what, strings.ReplaceAll(engine[what], test.old, test.new)), "--series=hinv.ncpu", "--format=csv")
		var left []string
		for line := range strings.Lines(out) {
			if fields := strings.Split(line, ","); fields[0] != "host" && fields[10] != "" {
				left = append(left, fields[0]+" "+fields[10])
			}
		}
		slices.Sort(left)
		if got := strings.Join(left, ", "); status != 0 || got != test.left || !strings.Contains(problems, test.named) {
			t.Errorf("%s: status %d, %s\n%s", what, status, got, problems)
		}
	}
}

// TestHostileSeries has a pmproxy answer what cannot be.
func TestHostileSeries(t *testing.T) {
	for what, answer := range map[string]string{
		"query":  `{"series":1}`,
		"labels": `[[[[[[`,
	} {
		out, problems, status := history(t, answering(what, answer), "--series=hinv.ncpu", "--format=jsonl")
		if status != 1 || out != "" || problems == "" {
			t.Errorf("%s: status %d\n%s%s", what, status, out, problems)
		}
	}
}
