package tests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

const fakesPackage = "pcptools/libpcp/internal/pmcdtest/fakes"

// fakes runs pmcds of all kinds, or of some, and returns the kind of each by
// address, in a file of addresses in order.
func fakes(t *testing.T, n int, some ...string) (file string, addresses []string, kinds map[string]string) {
	t.Helper()
	need.Loopback(t)
	bin, err := programs.Once(fakesPackage)
	if err != nil {
		t.Fatal(err)
	}
	many := exec.Command(filepath.Join(bin, "fakes"), append([]string{strconv.Itoa(n)}, some...)...)
	many.Stderr = os.Stderr
	stdin, err := many.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := many.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := many.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		many.Wait()
	})
	kinds = make(map[string]string)
	for lines := bufio.NewScanner(stdout); len(addresses) < n && lines.Scan(); {
		address, kind, _ := strings.Cut(lines.Text(), " ")
		addresses, kinds[address] = append(addresses, address), kind
	}
	file = filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(file, []byte(strings.Join(addresses, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return file, addresses, kinds
}

// fleetRecord is what is looked at of a record.
type fleetRecord struct {
	Kind, Host string
	Values     []struct{ Value json.Number }
	Error      *struct {
		Call, Symbol, Reason, Text string
	}
}

// outcome is how a record reports a fake: "" for an answer, or the symbol of
// the error.
func (r *fleetRecord) outcome() string {
	if r.Error != nil {
		return r.Error.Symbol
	}
	if len(r.Values) != 1 {
		return "no value"
	}
	return ""
}

// wantOutcome is the outcome of the kinds of fakes.
var wantOutcome = map[string]string{"silent": "PM_ERR_TIMEOUT", "refusing": "PM_ERR_CONNLIMIT", "dying": "PM_ERR_IPC"}

// TestFleet asks many fake pmcds: each has one record, whatever its kind. With
// few descriptors they can be asked some at a time: none is left open.
func TestFleet(t *testing.T) {
	file, addresses, kinds := fakes(t, cases(60))
	words := []string{"pminfo", "--format=jsonl", "-f", "many.value"}
	var run ourRun
	for _, seconds := range []string{"6", "30", "90"} { // a busy machine may not get to all before
		if run = runOurs(t, "", nil, append(words, "--timeout="+seconds, "--hosts=@"+file)...); silentAlone(run, kinds) {
			break
		}
	}
	checkFleet(t, run, addresses, kinds)

	talking := slices.DeleteFunc(addresses, func(a string) bool { return kinds[a] == "silent" })
	run = runLimited(t, 40, append(words, "--timeout=60", "--parallel=16", "--hosts="+strings.Join(talking, ","))...)
	checkFleet(t, run, talking, kinds)
}

// TestFleetDescriptors samples more hosts than there are file descriptors for,
// some after others; where the samples have no end, the rest fail for that reason.
func TestFleetDescriptors(t *testing.T) {
	_, addresses, _ := fakes(t, 60, "fast")
	words := []string{"--format=jsonl", "--timeout=60", "--hosts=" + strings.Join(addresses, ","), "many.value"}
	run := runLimited(t, 40, append([]string{"pmval", "-s", "2", "-t", "0.05"}, words...)...)
	samples := make(map[string]int)
	for _, r := range fleetRecords(t, run) {
		if r.Kind == "sample" {
			samples[r.Host]++
		}
	}
	for _, address := range addresses {
		if samples[address] != 2 {
			t.Errorf("%s has %d samples", address, samples[address])
		}
	}
	if run.status != 0 {
		t.Errorf("status %d: %s", run.status, run.stderr)
	}

	settled := make(map[string]bool) // the hosts that have a sample, or have failed
	run = runInterrupted(t, 40, func(line string) bool {
		var r fleetRecord
		if json.Unmarshal([]byte(line), &r) == nil && (r.Kind == "sample" || r.Error != nil) {
			settled[r.Host] = true
		}
		return len(settled) == len(addresses)
	}, append([]string{"pmval", "-t", "1"}, words...)...)
	failed := 0
	for _, r := range fleetRecords(t, run) {
		if r.Error == nil {
			continue
		}
		if failed++; r.Error.Symbol != "EMFILE" || r.Error.Reason != "unusable" {
			t.Errorf("%s failed for another reason: %+v", r.Host, r.Error)
		}
	}
	if failed == 0 || failed > 40 || !strings.Contains(run.stderr, "Too many open files: ") {
		t.Errorf("%d hosts failed: %s", failed, run.stderr)
	}
}

// fleetRecords reads lines of JSON.
func fleetRecords(t *testing.T, run ourRun) (records []fleetRecord) {
	t.Helper()
	for line := range strings.Lines(run.stdout) {
		var r fleetRecord
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		records = append(records, r)
	}
	return records
}

// silentAlone reports whether no fake but the silent ones took too long.
func silentAlone(run ourRun, kinds map[string]string) bool {
	for line := range strings.Lines(run.stdout) {
		var r fleetRecord
		if json.Unmarshal([]byte(line), &r) == nil && r.outcome() == "PM_ERR_TIMEOUT" && kinds[r.Host] != "silent" {
			return false
		}
	}
	return true
}

// checkFleet checks that each of the fakes has the record that its kind should
// have.
func checkFleet(t *testing.T, run ourRun, addresses []string, kinds map[string]string) {
	t.Helper()
	got := make(map[string]string)
	for line := range strings.Lines(run.stdout) {
		r := checkLine(t, line)
		if r.Kind == "head" {
			continue
		}
		if old, twice := got[r.Host]; twice {
			t.Errorf("%s has two records: %q and %q", r.Host, old, r.outcome())
		}
		got[r.Host] = r.outcome()
	}
	answered := 0
	for _, address := range addresses {
		want := wantOutcome[kinds[address]]
		if outcome, ok := got[address]; !ok || outcome != want {
			t.Errorf("%s, which is %s: %q, %v", address, kinds[address], outcome, ok)
		}
		if want == "" {
			answered++
		}
	}
	if run.status != 1 || !strings.Contains(run.stderr, fmt.Sprintf(": %d answered, 0 without values, %d failed", answered, len(addresses)-answered)) {
		t.Errorf("status %d, %s", run.status, run.stderr)
	}
}

// runLimited runs one of our tools with so many descriptors.
func runLimited(t *testing.T, descriptors int, words ...string) ourRun {
	t.Helper()
	return runInterrupted(t, descriptors, func(string) bool { return false }, words...)
}

// runInterrupted is [runLimited] with one interrupt, after the first line of output
// that is enough.
func runInterrupted(t *testing.T, descriptors int, enough func(line string) bool, words ...string) ourRun {
	t.Helper()
	words[0] = filepath.Join(ourTools(t), words[0])
	limit := fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, descriptors)
	cmd := exec.CommandContext(t.Context(), "sh", append([]string{"-c", limit}, words...)...)
	var stdout, stderr strings.Builder
	cmd.Stderr = &stderr
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	interrupted := false
	for out := bufio.NewReader(pipe); err == nil; {
		var line string
		line, err = out.ReadString('\n')
		stdout.WriteString(line)
		if !interrupted && enough(line) {
			interrupted = true
			cmd.Process.Signal(os.Interrupt)
		}
	}
	cmd.Wait()
	return ourRun{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func checkLine(t *testing.T, line string) (r fleetRecord) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err == nil {
		err = reportSchema(t).Validate(doc)
	}
	if err == nil {
		err = json.Unmarshal([]byte(line), &r)
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
	return r
}

// TestFleetOrder has tables and JSON in the order of the hosts, and samples
// among them.
func TestFleetOrder(t *testing.T) {
	_, addresses, kinds := fakes(t, 20)
	var up []string
	for _, a := range addresses {
		if k := kinds[a]; k == "fast" || k == "far" {
			up = append(up, a)
		}
	}
	for _, words := range [][]string{{"pminfo", "-f"}, {"pmprobe", "-v"}, {"pmval", "-s1"}} {
		words = append(words, "--format=json", "--hosts="+strings.Join(up, ","), "many.value")
		run := runOurs(t, "", nil, words...)
		var doc struct{ Records []fleetRecord }
		if err := json.Unmarshal([]byte(run.stdout), &doc); err != nil {
			t.Fatalf("%q: %v\n%s%s", words, err, run.stdout, run.stderr)
		}
		var hosts []string
		for _, r := range doc.Records {
			hosts = append(hosts, r.Host)
		}
		if words[0] == "pmval" { // one may have missed the first instant
			slices.Sort(hosts)
			slices.Sort(up)
		}
		if !slices.Equal(hosts, up) {
			t.Errorf("%q: hosts %q, want %q", words, hosts, up)
		}
	}
}

// TestFleetStalls samples a host that answers once, and then no more, one that
// goes on, and one that does not even begin: the samples of the second are not
// kept waiting. An interrupt ends that.
func TestFleetStalls(t *testing.T) {
	_, addresses, _ := fakes(t, 3, "stalling", "fast", "silent")
	words := []string{"--format=table", "-t", "0.2", "--timeout=1hour", "--hosts=" + strings.Join(addresses, ","), "many.value"}
	pmval := exec.Command(filepath.Join(ourTools(t), "pmval"), words...)
	stdout, err := pmval.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := pmval.Start(); err != nil {
		t.Fatal(err)
	}
	defer pmval.Wait()
	limit := time.AfterFunc(2*time.Minute, func() { pmval.Process.Kill() })
	defer limit.Stop()
	stalled, since := 0, 0
	lines := bufio.NewScanner(stdout)
	for since < 3 && lines.Scan() {
		if strings.HasPrefix(lines.Text(), addresses[0]) {
			stalled++
		} else if stalled > 0 && strings.HasPrefix(lines.Text(), addresses[1]) {
			since++
		}
	}
	if stalled != 1 || since != 3 {
		t.Errorf("%d samples of the one, and then %d of the other", stalled, since)
	}
	pmval.Process.Signal(os.Interrupt)
	interrupted := false
	for lines.Scan() {
		interrupted = interrupted || strings.HasPrefix(lines.Text(), addresses[2]) && strings.HasSuffix(lines.Text(), "Interrupted system call")
	}
	if !interrupted {
		t.Error("no word of the host that was interrupted")
	}
}

// TestFleetMemory has one host more take less than 64 KiB of memory. That shows
// with 1,000 of them; with few it is within what varies anyway.
func TestFleetMemory(t *testing.T) {
	const varies = 16 << 20
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	n := cases(60)
	file, addresses, _ := fakes(t, n)
	most := func(hosts string) int64 {
		began := time.Now()
		run := peak.Do(t.Context(), t, exec.Command(filepath.Join(bin, "pminfo"), "--format=jsonl", "--timeout=2", "--hosts="+hosts, "-f", "many.value"))
		t.Logf("%.2f s, %d KiB\n%s", time.Since(began).Seconds(), run.Peak>>10, run.Stderr)
		return run.Peak
	}
	one, all := most(addresses[0]), most("@"+file)
	t.Logf("%d KiB for each host more", (all-one)/int64(n)>>10)
	if all-one > int64(n)*64<<10+varies {
		t.Errorf("%d KiB for one host, %d for %d", one>>10, all>>10, n)
	}
}

// TestFleetArchives replays archives at the same time: each has what it has
// alone.
func TestFleetArchives(t *testing.T) {
	archives := need.Archives(t)
	names := []string{"pcp-zeroconf", "20180415.09.16", "20180127.08.40", "dm-io"}
	for _, line := range [][]string{
		{"pmval", "--units=Mbyte", "--units=Kbyte/sec", "-t", "20", "-s", "4", "mem.util.used", "disk.dev"},
		{"pminfo", "-dfTl", "--where=value > 0", "mem", "disk.dev"},
		{"pmprobe", "-v", "kernel.all", "disk.dev", "mem"},
	} {
		words := append(slices.Clone(line), "--format=jsonl")
		all := runOurs(t, archives, nil, append(words, "--parallel=4", "--archives="+strings.Join(names, ","))...)
		of := make(map[string]string)
		for record := range strings.Lines(all.stdout) {
			var r struct{ Host string }
			if err := json.Unmarshal([]byte(record), &r); err != nil {
				t.Fatalf("%v\n%s", err, record)
			}
			of[r.Host] += strings.Replace(record, `"host":"`+r.Host+`",`, "", 1)
		}
		for _, name := range names {
			_, alone, _ := strings.Cut(runOurs(t, archives, nil, append(words, "-a", name)...).stdout, "\n")
			if of[name] != alone || alone == "" {
				t.Errorf("%q: %s among others:\n%salone:\n%s", line, name, of[name], alone)
			}
		}
		if all.status > 1 {
			t.Errorf("%q: status %d: %s", line, all.status, all.stderr)
		}
	}
}

// TestFleetGenuine asks eight genuine pmcds: the answer of each is what it
// answers alone.
func TestFleetGenuine(t *testing.T) {
	need.PCP(t)
	kit, err := world.NewKit(scratch(t), world.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for range 8 {
		w, err := kit.Start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		hosts = append(hosts, "127.0.0.1:"+strconv.Itoa(w.Port))
	}
	words := []string{"--format=jsonl", "-dtTl", "sample.colour", "sample.string", "sample.bin"}
	all := runOurs(t, "", nil, append([]string{"pminfo", "--hosts=" + strings.Join(hosts, ",")}, words...)...)
	of := make(map[string]string)
	for line := range strings.Lines(all.stdout) {
		host := checkLine(t, line).Host
		of[host] += strings.Replace(line, `"host":"`+host+`",`, "", 1)
	}
	for _, host := range hosts {
		_, alone, _ := strings.Cut(runOurs(t, "", nil, append([]string{"pminfo", "-h", host}, words...)...).stdout, "\n")
		if of[host] != alone || alone == "" {
			t.Errorf("%s among others:\n%salone:\n%s", host, of[host], alone)
		}
	}
	if all.status != 0 {
		t.Errorf("status %d: %s", all.status, all.stderr)
	}
}
