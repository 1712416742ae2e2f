package installed

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/libpcp/local"
)

const pmcdConf = `# comment
pmcd	2	dso	pmcd_init	/x/pmda_pmcd.so
root	1	pipe	binary	/x/pmdaroot
proc	3	Pipe	Binary	/x/pmdaproc -d 3  # comment
jbd2	122	dso	jbd2_init	/x/pmda_jbd2.so
slow	243	pipe	binary	notready	python "/x y/pmdaslow.python" \
	-x \#1
unix	300	socket	unix	/run/s /x/pmdaunix -u /run/s
inet	301	socket	inet	4711
bad	999	pipe	binary	/x/pmdabad
bad	302	pipe	text	/x/pmdabad
bad	303	socket	inet	name
bad	304	dso	one
bad
[access]
late	305	pipe	binary	/x/pmdalate
`

func TestReadPmcdConf(t *testing.T) {
	got, err := readPmcdConf(strings.NewReader(pmcdConf))
	if err != nil {
		t.Fatal(err)
	}
	want := []Agent{
		{Domain: 3, Name: "proc", Command: &local.Command{Args: []string{"/x/pmdaproc", "-d", "3"}}},
		{Domain: 122, Name: "jbd2", Path: "/x/pmda_jbd2.so", Init: "jbd2_init"},
		{Domain: 243, Name: "slow", Command: &local.Command{NotReady: true, Args: []string{"python", "/x y/pmdaslow.python", "-x", "#1"}}},
		{Domain: 300, Name: "unix", Command: &local.Command{Network: "unix", Address: "/run/s", Args: []string{"/x/pmdaunix", "-u", "/run/s"}}},
		{Domain: 301, Name: "inet", Command: &local.Command{Network: "inet", Address: "4711"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Agent{}, "Configured"), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// TestConfWords splits lines at blanks, with quotation marks and backslashes.
func TestConfWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                     nil,
		" \t\r":                nil,
		"a\tb  c\r":            {"a", "b", "c"},
		`"a b" c"d e"f`:        {"a b", "cd ef"},
		`"" a ""`:              {"", "a", ""},
		`\"a b\"`:              {`"a`, `b"`},
		`"a \" b" \# c # d`:    {`a " b`, "#", "c"},
		`"a # b"#c`:            {"a # b"},
		`\n \\ a\`:             {`\n`, `\\`, `a\`},
		`a "b`:                 {"a", "b"},
		strings.Repeat("x", 9): {"xxxxxxxxx"},
	} {
		if got := confWords(line); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func FuzzPmcdConf(f *testing.F) {
	f.Add(pmcdConf)
	f.Fuzz(func(t *testing.T, text string) {
		agents, _ := readPmcdConf(strings.NewReader(text))
		for _, a := range agents {
			if a.Domain < 0 || a.Domain > MaxDomain || a.Name == "" {
				t.Errorf("%+v", a)
			}
		}
	})
}

// TestDaemon finds the daemons that go with entries.
func TestDaemon(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_PMDAS_DIR", dir)
	t.Setenv("PCP_PYTHON_PROG", "python3")
	for name, mode := range map[string]os.FileMode{
		"a/pmda_a.so": 0o644, "a/pmdaa": 0o755, "b/pmdab.python": 0o644, "b/Install": 0o755, "c/pmdac.sh": 0o755, "d/pmdad": 0o644,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(`ipc_prot="binary notready"`), mode); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"a/pmda_a.so": "a/pmdaa -d 7", dir + "/a/pmda_a.so": "a/pmdaa -d 7", "a/pmdaa": "a/pmdaa -d 7",
		"b/pmda_b.so": "python3 b/pmdab.python notready", "c/pmda_c": "c/pmdac.sh -d 7", "c/pmda_c.so": "c/pmdac.sh -d 7",
		"d/pmda_d.so": "", "d/pmdad": "", "e/pmda_e.so": "",
	} {
		got := ""
		if c := (&Agent{Domain: 7, Path: path}).Daemon(nil); c != nil {
			got = strings.ReplaceAll(strings.Join(c.Args, " "), dir+"/", "")
			if c.NotReady {
				got += " notready"
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}
