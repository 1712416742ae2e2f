package timewindow

import (
	"bytes"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The files in testdata hold questions and the answers of libpcp (C),
// as oracle.c describes them. Answers are rewritten with
//
//	go test -run Golden -update
//
// which needs gcc and libpcp3-dev.
var update = flag.Bool("update", false, "record answers from the genuine libpcp")

// oracleNow is when oracle.c's clock stands still.
var oracleNow = time.Unix(1700000000, 0)

const arrow = "\t-> "

func TestGolden(t *testing.T) {
	useTestZones(t)
	for _, name := range []string{"intervals", "times", "windows", "zones"} {
		path := filepath.Join("testdata", name+".txt")
		if *update {
			record(t, path)
		}
		t.Run(name, func(t *testing.T) {
			for i, line := range readLines(t, path) {
				question, want, ok := strings.Cut(line, arrow)
				if !ok {
					t.Fatalf("%s:%d: no answer", path, i+1)
				}
				if got := answer(t, question); got != want {
					t.Errorf("%s:%d: %s\n got %s\nwant %s", path, i+1, question, got, want)
				}
			}
		})
	}
}

// useTestZones makes tests independent of the machine's zone database.
func useTestZones(t testing.TB) {
	dir, err := filepath.Abs("testdata/zoneinfo")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TZDIR", dir)
}

func readLines(t *testing.T, path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// record asks libpcp (C).
func record(t *testing.T, path string) {
	oracle := filepath.Join(t.TempDir(), "oracle")
	build := exec.Command("gcc", "-rdynamic", "-o", oracle, "testdata/oracle.c", "-lpcp")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var questions []string
	for _, line := range readLines(t, path) {
		question, _, _ := strings.Cut(line, arrow)
		questions = append(questions, question)
	}
	cmd := exec.Command(oracle)
	cmd.Stdin = strings.NewReader(strings.Join(questions, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(string(out), "\n")
	var b bytes.Buffer
	for i, question := range questions {
		b.WriteString(question + arrow + answers[i] + "\n")
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// answer is our own answer to a question.
func answer(t *testing.T, question string) string {
	f := strings.Split(question, "\t")
	for i := range f {
		var err error
		if f[i], err = url.PathUnescape(f[i]); err != nil {
			t.Fatal(err)
		}
	}
	switch f[0] {
	case "I":
		iv, err := ParseInterval(f[1])
		return orError(err, func() string { return fmt.Sprint(iv.Sec, iv.Nsec) })
	case "T":
		p := Parser{Zone: zoneOf(f[1]), Now: oracleNow}
		moment, err := p.Time(f[4], parseStamp(t, f[2]), parseStamp(t, f[3]))
		return orError(err, func() string { return stamp(moment) })
	case "W":
		p := Parser{Zone: zoneOf(f[1]), Now: oracleNow}
		options := Options{Start: option(f[4]), Finish: option(f[5]), Align: option(f[6]), Origin: option(f[7])}
		w, err := p.Window(options, parseStamp(t, f[2]), parseStamp(t, f[3]))
		return orError(err, func() string {
			return stamp(w.Start) + " " + stamp(w.Finish) + " " + stamp(w.Origin)
		})
	case "Z":
		sec, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		local := time.Unix(sec, 0).In(zoneOf(f[1]))
		text := local.Format(time.DateTime)
		if local.IsDST() {
			text += " dst"
		}
		return text
	}
	t.Fatalf("unknown question %q", question)
	return ""
}

func orError(err error, format func() string) string {
	if err == nil {
		return format()
	}
	var b strings.Builder
	b.WriteString("error ")
	for _, c := range []byte(err.Error()) {
		if c <= ' ' || c == '%' || c >= 127 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func zoneOf(text string) *time.Location {
	if tz, ok := strings.CutPrefix(text, "~"); ok {
		return ReportingZone(tz, nil)
	}
	return Zone(strings.TrimPrefix(text, "="), nil)
}

func option(text string) *string {
	value, ok := strings.CutPrefix(text, "=")
	if !ok {
		return nil
	}
	return &value
}

func parseStamp(t *testing.T, text string) time.Time {
	if text == "never" {
		return time.Time{}
	}
	sec, nsec, _ := strings.Cut(text, ".")
	s, err := strconv.ParseInt(sec, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	ns, err := strconv.ParseInt(nsec, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(s, ns)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return fmt.Sprintf("%d.%09d", t.Unix(), t.Nanosecond())
}
