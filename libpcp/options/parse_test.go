package options

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// complaints returns the lines that 6.0.3 reports before the usage text.
func complaints(t *testing.T, spec *getopt.Spec, environ []string, words ...string) (lines []string, usage bool) {
	text, _ := parseFor(of(t, "6.0.3"), spec, "pminfo", environ, words)
	text, _, usage = strings.Cut(text, "Usage: ")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), usage
}

// The messages were recorded from the genuine tools.
func TestComplaints(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "absent")
	for _, test := range []struct {
		environ, words []string
		want           string
		usage          bool
	}{
		{nil, []string{"-a", "x", "-h", "y", "-a", "x"}, "pminfo: only one host or archive allowed", true},
		{nil, []string{"-h", "x", "-h", "x"}, "pminfo: too many hosts requested: x", true},
		{nil, []string{"-z", "-Z", "x", "-z", "-h", "x"}, "pminfo: at most one of -Z and -z allowed", true},
		{nil, []string{"-L", "-z"}, "pminfo: use of timezone from metric source requires a source", true},
		{nil, []string{"-O", "1", "-h", "x"}, "pminfo: time window options are supported for archives only", true},
		{nil, []string{"-e"}, "pminfo: invalid option -- 'e'", true},
		{nil, []string{"-b", "12 "}, "pminfo: -b requires numeric argument", true},
		{nil, []string{"-K", "add,1"}, "pminfo: pmSpecLocalPMDA failed: missing dso-path in spec", true},
		{nil, []string{"-D", "pdu,,log"}, "pminfo: unrecognized debug options specification (pdu,,log)", true},
		{[]string{"PCP_DEBUG=x"}, nil,
			"Error: $PCP_DEBUG=x is not valid, ignored\npminfo: unrecognized debug options specification (x)", true},
		{[]string{"PCP_HOST_LIST=a,b", "PCP_DEBUG=x"}, []string{"-h", "c"},
			"Error: $PCP_DEBUG=x is not valid, ignored\npminfo: unrecognized debug options specification (x)\n" +
				"pminfo: too many hosts requested: a,b\npminfo: too many hosts requested: c", true},
		{[]string{"PCP_INTERVAL=5 sec junk", "PCP_SAMPLES=-1"}, nil,
			"pminfo: -t argument not in pmParseInterval(3) format:\n5 sec junk\n      ^ -- unexpected value\n\n" +
				"pminfo: -s requires a positive numeric argument", true},
		{[]string{"PCP_FOLIO=" + absent}, []string{"-X"},
			"pminfo: cannot open archive folio " + absent + ": No such file or directory\npminfo: invalid option -- 'X'", false},
		{nil, []string{"-X", "-V", "-?"}, "pminfo: invalid option -- 'X'\npminfo version 6.0.3", false},
	} {
		lines, usage := complaints(t, pminfoSpec(), test.environ, test.words...)
		if got := strings.Join(lines, "\n"); got != test.want || usage != test.usage {
			t.Errorf("%q %q: got usage %t\n%s\nwant usage %t\n%s", test.environ, test.words, usage, got, test.usage, test.want)
		}
	}
}

func TestSource(t *testing.T) {
	for _, test := range []struct {
		environ, words []string
		kind           Kind
		host, archives string
	}{
		{nil, nil, Undecided, "", ""},
		{nil, []string{"-h", ""}, Host, "", ""},
		{nil, []string{"-a", "a", "-a", "b,c", "-a", "b", "-a", "c"}, Archive, "", "a,b,c"},
		{nil, []string{"-a", "", "-a", "x"}, Archive, "", ",x"},
		{nil, []string{"-L", "-h", "x"}, Local, "x", ""},
		{[]string{"PCP_HOST_LIST=,x,"}, nil, Host, "x", ""},
		{[]string{"PCP_HOST_LIST=,", "PCP_ARCHIVE_LIST=a,a"}, nil, Archive, "", "a,a"},
		{[]string{"PCP_LOCALMODE=", "PCP_ARCHIVE=a"}, nil, Local, "", "a"},
	} {
		spec := pminfoSpec()
		if _, err := spec.Parse(&getopt.Invocation{Environ: test.environ, Release: of(t, "6.0.3")}, test.words); err != nil {
			t.Errorf("%q %q: %v", test.environ, test.words, err)
		}
		s := spec.Source.(*Source)
		if s.Kind != test.kind || s.Host != test.host || s.Archives != test.archives {
			t.Errorf("%q %q: got %v %q %q", test.environ, test.words, s.Kind, s.Host, s.Archives)
		}
	}
}

// texts notes what is traced.
type texts []string

func (*texts) Traces(string) bool               { return true }
func (t *texts) Trace(_ context.Context, e any) { *t = append(*t, e.(string)) }

// The debug option config shows the variables that stand for options, in their order.
func TestVariables(t *testing.T) {
	const debug, archive = "pmGetOptions: PCP_DEBUG=config set from the environment\n", "pmGetOptions: PCP_ARCHIVE=a set from the environment\n"
	for number, want := range map[string][]string{"6.0.3": {archive, debug}, "7.2.2": {debug, archive}} {
		spec, seen := pminfoSpec(), new(texts)
		spec.Source.(*Source).NewTracer = func(*getopt.Invocation, *getopt.DebugSet) libpcp.Tracer { return seen }
		environ := []string{"PCP_ARCHIVE=a", "PCP_DEBUG=config", "PCP_OTHER=x"}
		if _, err := spec.Parse(&getopt.Invocation{Environ: environ, Release: of(t, number)}, nil); err != nil || !slices.Equal(*seen, want) {
			t.Errorf("%s: %q, %v", number, *seen, err)
		}
	}
}

// Each variable stands for an option: older releases read them as they stand in the
// environment, newer ones in an order of their own.
func TestAllVariables(t *testing.T) {
	ordered := strings.Fields(`PCP_DEBUG=config PCP_ALIGN_TIME PCP_ARCHIVE PCP_ARCHIVE_LIST PCP_FOLIO PCP_GUIMODE PCP_HOST
		PCP_HOST_LIST PCP_SPECLOCAL PCP_LOCALMODE PCP_LOCALPMDA PCP_NAMESPACE PCP_UNIQNAMES PCP_ORIGIN PCP_ORIGIN_TIME
		PCP_GUIPORT PCP_START_TIME PCP_SAMPLES PCP_FINISH_TIME PCP_INTERVAL PCP_TIMEZONE PCP_HOSTZONE`)
	for i, s := range ordered[1:] {
		ordered[1+i] = s + "="
	}
	sorted := slices.Sorted(slices.Values(ordered))
	for number, want := range map[string][]string{"6.0.3": sorted, "7.2.2": ordered} {
		spec, seen := pminfoSpec(), new(texts)
		spec.Source.(*Source).NewTracer = func(*getopt.Invocation, *getopt.DebugSet) libpcp.Tracer { return seen }
		spec.Parse(&getopt.Invocation{Environ: sorted, Release: of(t, number), Stderr: io.Discard}, nil) // which fails
		var got []string
		for _, text := range *seen {
			if words := strings.Fields(text); words[0] == "pmGetOptions:" {
				got = append(got, words[1])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", number, got, want)
		}
	}
}

func TestHooks(t *testing.T) {
	var order []string
	hook := func(name string, err error) func([]string) error {
		return func([]string) error {
			order = append(order, name)
			return err
		}
	}
	spec := pminfoSpec()
	spec.Operands, spec.Check = hook("operands", errors.Join(getopt.Verbatim("one;"), errors.New("two"))), hook("check", nil)
	if lines, usage := complaints(t, spec, nil, "-O", "1"); lines[0] != "one;pminfo: two" || len(lines) != 1 || !usage {
		t.Errorf("got %q", lines)
	}
	spec = pminfoSpec()
	spec.Operands, spec.Check = hook("operands", nil), hook("check", getopt.ErrUsage)
	if lines, usage := complaints(t, spec, nil, "-h", "x", "-O", "1"); lines[0] != "pminfo: time window options are supported for archives only" || !usage {
		t.Errorf("got %q", lines)
	}
	if got := strings.Join(order, " "); got != "operands operands check" {
		t.Errorf("got %s", got)
	}
}

// The messages were recorded from pminfo.
func TestFolio(t *testing.T) {
	const start = "PCPFolio\nVersion: 1\n"
	for _, test := range []struct{ text, want, archives string }{
		{"", "archive folio F has no header", ""},
		{"pcpfolio\n", "archive folio F has bad magic", ""},
		{"PCPFolio", "archive folio F has no version", ""},
		{"PCPFolio\nVersion:1\n", "unknown version archive folio F", ""},
		{"PCPFolio2\nVersion: 12\n", "", ""},
		{start + "\nArchive:\n", "missing host on archive folio line 4", ""},
		{start + "Archive:h p\n", "missing path on archive folio line 3", "p"},
		{start + "# x\nArchive:\thost\t\tfoo x\r\nArchive: h /b/c", "", "D/foo,/b/c"},
		{start + " Archive: h\nArchives: a b\n", "", ""},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "F")
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var s Source
		message := ""
		if err := s.addFolio(file); err != nil {
			message = strings.ReplaceAll(err.Error(), file, "F")
		}
		if message != test.want {
			t.Errorf("%q: got %q, want %q", test.text, message, test.want)
		}
		if got := strings.ReplaceAll(s.Archives, dir, "D"); test.want == "" && got != test.archives {
			t.Errorf("%q: got %q, want %q", test.text, got, test.archives)
		}
	}
}

func TestDebug(t *testing.T) {
	s := Source{Debugging: Debugging{inv: &getopt.Invocation{Release: of(t, "6.0.3")}}}
	for _, spec := range []string{"", "PDU,", "APPL5,2", "+4", " 8"} {
		if err := s.setDebug(spec); err != nil {
			t.Errorf("%q: %v", spec, err)
		}
	}
	for _, name := range []string{"pdu", "fetch", "profile", "value", "appl5"} {
		if !s.Debugs(name) {
			t.Errorf("%s is off", name)
		}
	}
	if s.Debugs("log") {
		t.Error("log is on")
	}
	for _, spec := range []string{",", "1 ", "0x1", "pdu fetch", " pdu"} {
		if s.setDebug(spec) == nil {
			t.Errorf("%q is accepted", spec)
		}
	}
}

func TestMessageInWindow(t *testing.T) {
	var stderr bytes.Buffer
	program := filepath.Join(t.TempDir(), "pmconfirm")
	inv := getopt.Invocation{Name: "pminfo", Stderr: &stderr,
		Environ: []string{"PCP_STDERR=DISPLAY", "PCP_XCONFIRM_PROG=" + program}}
	inv.Message("text\n")
	want := "pminfo: using stderr - cannot access " + program + ": No such file or directory\ntext\n"
	if stderr.String() != want {
		t.Errorf("got %q, want %q", &stderr, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("PCP_DEBUG=1\nPCP_HOST=a", "-a\nx\n-Kadd,1,,\n-D,")
	f.Add("PCP_INTERVAL=0x1p-1", "-Z\n-b\n-1\n--he")
	f.Fuzz(func(t *testing.T, environ, words string) {
		if strings.Contains(environ, "FOLIO") || strings.Contains(environ, "DERIVED") || strings.Contains(words, "c") {
			return // they open files
		}
		for name, spec := range toolSpecs() {
			var stderr bytes.Buffer
			inv := &getopt.Invocation{Name: name, Environ: strings.Split(environ, "\n"), Stderr: &stderr}
			operands, err := spec.Parse(inv, strings.Split(words, "\n"))
			var exit *getopt.Exit
			if err != nil && (!errors.As(err, &exit) || exit.Text == "") {
				t.Fatalf("%s: %q %v", name, operands, err)
			}
		}
	})
}
