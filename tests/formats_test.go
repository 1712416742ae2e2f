package tests

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
	"pcptools/schema"
)

// ourRun is what one of our tools did.
type ourRun struct {
	stdout, stderr string
	status         int
}

// runOurs runs one of our tools in a directory.
func runOurs(t testing.TB, dir string, env []string, words ...string) ourRun {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(filepath.Join(ourTools(t), words[0]), words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = environ(append([]string{programs.AtOnce}, env...)...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ourRun{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// ourTools returns the directory of our tools.
func ourTools(t testing.TB) string {
	t.Helper()
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

func reportSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Report))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("report")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The command lines for every format, by source.
var liveLines = []string{
	"pminfo sample.bin sample.string.hullo 29.0.6 29.2 29.999 nosuch 511.0.77",
	"pminfo -f sample simple trivial sampledso",
	"pminfo -dmtTlsf sample.bin sample.colour sample.longlong 29.2",
	"pminfo -x sample.event sample.string",
	"pminfo -F sample.proc.exec sample.bad",
	"pminfo -v sample",
	"pminfo -tT",
	"pmprobe sample nosuch",
	"pmprobe -v sample.ulonglong sample.aggregate sample.float",
	"pmprobe -I sample.colour sample.dodgey", "pmprobe -fi sample.colour sample.long.one", "pmprobe -F sample.bin nosuch",
	"pmval -s 2 -t 0.1 sample.bin sample.seconds sample.float sample.aggregate.hullo nosuch",
	"pmval -s 1 -t 0.1 -i bin-[1-3]* sample.bin", "pmval -s 1 -t 0.1 --units=Mbyte/hour sample.byte_ctr sample.bin",
	"pmval -s 1 sample.event.records sample.event.highres_records",
	"pmstore sample.write_me 3", "pmstore -i bin-100,bin-200 sample.bin 3", "pmstore sample.noinst 3",
	"pmstore sample.string.write_me x", "pmstore nosuch 1", "pmstore sample.write_me x",
	"pmerr -l", "pmerr 2 PM_ERR_PMID_LOG EFOO ENOENT -99999",
	"pminfo -h localhost:1 sample", "pmprobe -h localhost:1 sample", "pmval -h localhost:1 sample.bin", "pmstore -h localhost:1 sample.bin 1",
	"pminfo -h nosuch.invalid sample", "pmval -a nosuch sample.bin", "pminfo -a /dev/null",
	"pmval -a /dev/null -Z No/Where sample.bin",
}

var archiveLines = []string{
	"pminfo -a ok-foo -df", "pminfo -a ok-foo -l -z sample.bin nosuch 29.2", "pminfo -a arch_a -fT", "pminfo -a pcp-zeroconf -fl disk kernel.all",
	"pminfo -x -a eventrec -O 0", "pmprobe -a ok-mv-bar -v", "pmprobe -a ok-foo -I -f sample.colour",
	"pmval -a ok-mv-bar -t 1hour -s 3 sample", "pmval -U ok-mv-bar -s 20 sample.seconds sample.bin",
	"pmval -U mark-bug -s 30 sample.seconds", "pmval -a eventrec -s 3 sample.event.records", "pmval -z -r -a pcp-zeroconf -s 2 disk.dev",
}

var localLines = []string{
	"pminfo -L -K clear -K add,29,sample/pmda_sample.so,sample_init -f sample",
	"pmprobe -L -K clear -K add,253,simple/pmda_simple.so,simple_init -v simple",
	"pmval -L -K clear -K add,29,sample/pmda_sample.so,sample_init -s 2 -t 0.1 sample.bin sample.seconds",
}

// TestFormats runs command lines in every format: JSON follows the schema, CSV
// has rows that are alike, and tables have neither borders nor escapes in a
// pipe. The records of lines of JSON are those of the document.
func TestFormats(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	w := world.Start(t)
	s := reportSchema(t)
	for _, lines := range [][]string{liveLines, archiveLines, localLines} {
		for _, line := range lines {
			t.Run(line, func(t *testing.T) {
				words := strings.Fields(line)
				words = append([]string{words[0], "--format"}, append([]string{""}, words[1:]...)...)
				run := func(format string) ourRun {
					words[2] = format
					return runOurs(t, archives, w.Env(), words...)
				}
				document, lines := run("json"), run("jsonl")
				checkJSON(t, s, document.stdout, lines.stdout)
				checkCSV(t, run("csv").stdout)
				table := run("table")
				if strings.ContainsAny(table.stdout, "\x1b\x07\x00") || strings.Contains(table.stdout, "+--") || table.stdout == "" && document.status != 2 {
					t.Errorf("table:\n%s", table.stdout)
				}
				if document.status != lines.status || document.status != table.status {
					t.Errorf("exit status %d, %d, %d", document.status, lines.status, table.status)
				}
				if strings.Contains(document.stderr, "panic") || strings.Contains(document.stderr, "Usage") {
					t.Errorf("stderr: %s", document.stderr)
				}
			})
		}
	}
}

func checkJSON(t *testing.T, s *jsonschema.Schema, document, lines string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err == nil {
		err = s.Validate(doc)
	}
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, document)
	}
	records := doc.(map[string]any)["records"].([]any)
	kinds := kindsOf(records)
	var got []string
	for line := range strings.Lines(lines) {
		record, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = s.Validate(record)
		}
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, line)
		}
		if kind := kindsOf([]any{record})[0]; kind != "metric" || !slices.Contains(kinds, "sample") {
			got = append(got, kind)
		}
	}
	if want := append([]string{"head"}, kinds...); !slices.Equal(got, want) || len(kinds) == 0 {
		t.Errorf("lines of kinds %q, want %q", got, want)
	}
}

func kindsOf(records []any) (kinds []string) {
	for _, r := range records {
		kinds = append(kinds, r.(map[string]any)["kind"].(string))
	}
	return kinds
}

func checkCSV(t *testing.T, text string) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	if len(rows) < 2 {
		t.Errorf("no rows: %q", text)
	}
	if strings.Contains(text, "\r\n") {
		t.Errorf("lines end in CR LF: %q", text)
	}
}

// table reads CSV into a map for each row.
func rowsOf(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) == 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, fields := range all[1:] {
		row := make(map[string]string)
		for i, field := range fields {
			row[all[0][i]] = field
		}
		rows = append(rows, row)
	}
	return rows
}

// TestFormatsValues compares the values of CSV with what PCP's pmprobe
// prints, for all numbers in some archives.
func TestFormatsValues(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	for _, archive := range []string{"ok-foo", "ok-mv-bar", "pcp-zeroconf", "sample_expr", "arch_a"} {
		cmd := exec.Command(pcpconf.Genuine("pmprobe"), "-v", "-a", archive)
		cmd.Dir = archives
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", archive, err)
		}
		want := make(map[string]string)
		for line := range strings.Lines(string(out)) {
			name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if count, values, _ := strings.Cut(rest, " "); count > "0" {
				want[name] = values
			}
		}
		got := make(map[string]string)
		for _, row := range rowsOf(t, runOurs(t, archives, nil, "pmprobe", "--format=csv", "-v", "-a", archive).stdout) {
			value, number := classicNumber(row["type"], row["value"])
			if !number || row["value"] == "" {
				delete(want, row["metric"])
				continue
			}
			if got[row["metric"]] != "" {
				value = got[row["metric"]] + " " + value
			}
			got[row["metric"]] = value
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Errorf("%s (-genuine +ours):\n%s", archive, diff)
		}
	}
}

// classicNumber is the value in CSV of a metric of some type as PCP's tools
// print it.
func classicNumber(typ, value string) (text string, number bool) {
	digits, bits := 16, 64
	switch typ {
	case "32", "U32", "64", "U64":
		return value, true
	case "FLOAT":
		digits, bits = 8, 32
	case "DOUBLE":
	default:
		return "", false
	}
	v, err := strconv.ParseFloat(value, bits)
	return strconv.FormatFloat(v, 'g', digits, 64), err == nil
}

// TestFormatsRates compares the samples in CSV with those that PCP's
// pmval prints.
func TestFormatsRates(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	for _, line := range []string{
		"-a pcp-zeroconf -t 20 -s 5 disk.dev.read", "-a pcp-zeroconf -t 10 -s 5 kernel.all.cpu.user",
		"-a pcp-zeroconf -t 15 -s 4 kernel.all.load", "-r -a pcp-zeroconf -t 30 -s 3 disk.all.read",
	} {
		args := strings.Fields(line)
		cmd := exec.Command(pcpconf.Genuine("pmval"), append([]string{"-f", "4", "-w", "30"}, args...)...)
		cmd.Dir, cmd.Env = archives, []string{"TZ=UTC"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		want := make(map[string][]string)
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) > 1 && len(fields[0]) == len("15:04:05.000") &&
				fields[0][2] == ':' && fields[1] != "No" {
				want[fields[0]] = fields[1:]
			}
		}
		got := make(map[string][]string)
		for _, row := range rowsOf(t, runOurs(t, archives, nil, append([]string{"pmval", "--format=csv"}, args...)...).stdout) {
			clock := row["time"][len("2006-01-02T"):len("2006-01-02T15:04:05.000")]
			value := row["value"]
			if v, err := strconv.ParseFloat(value, 64); err == nil && (row["type"] == "DOUBLE" || row["type"] == "FLOAT") {
				value = strconv.FormatFloat(v, 'f', 4, 64)
			}
			got[clock] = append(got[clock], value)
		}
		for clock := range got {
			if want[clock] == nil {
				delete(got, clock) // with gaps PCP's tool needs a sample more
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) < 2 {
			t.Errorf("%s (-genuine +ours):\n%s", line, diff)
		}
	}
}

// TestFormatsUnits converts, which multiplies.
func TestFormatsUnits(t *testing.T) {
	archives := need.Archives(t)
	values := func(units string) (all []float64) {
		out := runOurs(t, archives, nil, "pmval", "--format=jsonl", "--units="+units, "-a", "pcp-zeroconf", "-t", "20", "-s", "4", "mem.util.used", "hinv.ncpu")
		text := make(map[string]string)
		for line := range strings.Lines(out.stdout) {
			var record struct {
				Kind, Name string
				Units      struct{ Text string }
				Metrics    []struct {
					Name   string
					Values []struct{ Value float64 }
				}
			}
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatal(err)
			}
			if record.Kind == "metric" {
				text[record.Name] = record.Units.Text
			}
			for _, m := range record.Metrics {
				if len(m.Values) == 0 {
					continue // before the first record
				}
				if m.Name == "hinv.ncpu" {
					if text[m.Name] != "" || m.Values[0].Value != float64(int(m.Values[0].Value)) {
						t.Errorf("another dimension: %+v", m)
					}
					continue
				}
				if text[m.Name] != units {
					t.Errorf("units %q", text[m.Name])
				}
				all = append(all, m.Values[0].Value)
			}
		}
		if out.status != 0 {
			t.Errorf("status %d: %s", out.status, out.stderr)
		}
		return all
	}
	large, small := values("Mbyte"), values("byte")
	if len(large) < 2 || len(large) != len(small) {
		t.Fatalf("%v", large)
	}
	for i := range large {
		if large[i]*1048576 != small[i] || large[i] == 0 {
			t.Errorf("%v Mbyte, %v byte", large[i], small[i])
		}
	}
}

// TestFormatsInterrupt interrupts a report that has no end: it is a whole
// document.
func TestFormatsInterrupt(t *testing.T) {
	need.PCP(t)
	w := world.Start(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(bin, "pmval"), "--format=json", "-t", "0.1", "sample.bin")
	cmd.Env = append(w.Env(), programs.AtOnce)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	r := bufio.NewReader(out)
	for range 3 { // the head and two samples, as they come
		line, err := r.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		text.Write(line)
	}
	cmd.Process.Signal(os.Interrupt)
	if _, err := text.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !json.Valid(text.Bytes()) {
		t.Errorf("%v\n%s", err, text.Bytes())
	}
}

// TestStrict looks at exit statuses with --strict and without.
func TestStrict(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	w := world.Start(t)
	for _, test := range []struct {
		line           string
		status, strict int
	}{
		{"pminfo -f sample.bin", 0, 0}, {"pminfo sample.noinst", 0, 0}, {"pminfo -f sample.noinst", 0, 1},
		{"pminfo -f sample.noinst sample.bin", 0, 1}, {"pminfo -f sample.bad.novalues", 0, 1}, {"pminfo sample.bin nosuch", 1, 2},
		{"pminfo -h localhost:1 sample.bin", 1, 2}, {"pminfo -q", 1, 2}, {"pminfo -V", 0, 0}, {"pminfo 29.2", 0, 0},
		{"pmprobe sample.bin", 0, 0}, {"pmprobe sample.noinst", 0, 1}, {"pmprobe -I sample.bin sample.noinst", 0, 1},
		{"pmprobe nosuch", 0, 2}, {"pmprobe -v sample.bad.unknown", 0, 2}, {"pmprobe -fi sample.bin", 0, 0}, {"pmprobe -b x", 1, 2},
		{"pmval -s 1 sample.bin", 0, 0}, {"pmval -s 1 -t 0.1 sample.noinst", 0, 1}, {"pmval -s 1 nosuch", 1, 2}, {"pmval -s 0 sample.bin", 0, 1},
		{"pmval -s 1 -i x sample.bin", 1, 2}, {"pmval", 1, 2}, {"pmval -s 1 -t 0.1 sample.seconds", 0, 0},
		{"pmstore sample.write_me 1", 0, 0}, {"pmstore sample.noinst 1", 1, 1}, {"pmstore nosuch 1", 1, 2}, {"pmstore sample.write_me x", 1, 2},
		{"pmstore sample.bin", 1, 2},
	} {
		words := strings.Fields(test.line)
		plain := runOurs(t, "", w.Env(), words...)
		if plain.status != test.status {
			t.Errorf("%s: exit status %d, want %d", test.line, plain.status, test.status)
		}
		strict := append([]string{words[0], "--strict"}, words[1:]...)
		if got := runOurs(t, "", w.Env(), strict...); got.status != test.strict {
			t.Errorf("%s --strict: exit status %d, want %d\n%s%s", test.line, got.status, test.strict, got.stdout, got.stderr)
		}
		if words[0] == "pmval" && test.status != 0 {
			continue // no report, so nothing to compare
		}
		structured := append([]string{words[0], "--strict", "--format=jsonl"}, words[1:]...)
		if got := runOurs(t, "", w.Env(), structured...); got.status != test.strict {
			t.Errorf("%s --strict --format=jsonl: exit status %d, want %d\n%s", test.line, got.status, test.strict, got.stdout)
		}
	}
}
