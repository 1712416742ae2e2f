package conf

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sample and the values below were put to PCP's pmGetOptionalConfig(3).
const sample = `# comment
PCP_A=plain
PCP_B="quoted value"
PCP_C='single'
PCP_D= leading
 PCP_E=indented
PCP_F=trailing   
PCP_G =spacename
PCP_H=a=b
export PCP_I=x
PCP_J="unterminated
PCP_K=
PCP_L=""
PMCD_PORT=77
PCP_M=#x
PCP_A=second
PCP_O="a"b
PCP_P=$HOME
PCP_R="a b" trailing
#PCP_S=commented
PCP_U='a" 
PCP_V
=z
PCP_W="
PCP_Y=nonl`

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, want string
		ok         bool
	}{
		{"PCP_A", "plain", true},
		{"PCP_B", "quoted value", true},
		{"PCP_C", "single", true},
		{"PCP_D", " leading", true},
		{"PCP_E", "", false},
		{"PCP_F", "trailing   ", true},
		{"PCP_G", "", false},
		{"PCP_G ", "spacename", true},
		{"PCP_H", "a=b", true},
		{"PCP_I", "", false},
		{"PCP_J", `"unterminated`, true},
		{"PCP_K", "", true},
		{"PCP_L", "", true},
		{"PMCD_PORT", "77", true},
		{"PCP_M", "#x", true},
		{"PCP_O", `"a"b`, true},
		{"PCP_P", "$HOME", true},
		{"PCP_R", `"a b" trailing`, true},
		{"PCP_S", "", false},
		{"#PCP_S", "", false},
		{"PCP_U", `'a" `, true},
		{"PCP_V", "", false},
		{"PCP_W", "", true},
		{"PCP_Y", "nonl", true},
		{"PCP_", "", false},
		{"PCP_Z", "", false},
	} {
		got, ok := find([]byte(sample), test.name)
		if got != test.want || ok != test.ok {
			t.Errorf("%s: got %q, %t; want %q, %t", test.name, got, ok, test.want, test.ok)
		}
	}
}

func TestEnvironmentComesFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pcp.conf")
	if err := os.WriteFile(path, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_CONF", path)
	t.Setenv("PCP_A", "")
	if got, ok := Lookup("PCP_A"); got != "" || !ok {
		t.Errorf("got %q, %t; want the empty value of the environment", got, ok)
	}
	if got := Get("PCP_H"); got != "a=b" {
		t.Errorf("got %q, want the file's value", got)
	}
}

// TestIrregular wants what is no file of settings refused before it is read
// to its end.
func TestIrregular(t *testing.T) {
	dir := t.TempDir()
	long, short := filepath.Join(dir, "long"), filepath.Join(dir, "short")
	for path, size := range map[string]int{long: maxFile + 1, short: maxFile} {
		if err := os.WriteFile(path, append([]byte("PCP_A=1\n"), make([]byte, size-8)...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		path string
		want error
	}{
		{long, errLong}, {short, nil},
		{filepath.Join(dir, "missing"), os.ErrNotExist}, // which Check lets pass
	} {
		text, err := read(test.path)
		if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.path) {
			t.Errorf("%s: %v", test.path, err)
		}
		if value, ok := find(text, "PCP_A"); ok != (test.want == nil) {
			t.Errorf("%s: PCP_A is %q", test.path, value)
		}
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := read("/dev/zero"); !errors.Is(err, errIrregular) {
			t.Errorf("/dev/zero: %v", err)
		}
	}
}

func TestPath(t *testing.T) {
	t.Setenv("PCP_DIR", "/opt/pcp")
	if got := Path(); got != "/opt/pcp/etc/pcp.conf" {
		t.Errorf("got %s", got)
	}
	t.Setenv("PCP_DIR", "")
	if got := Path(); got != "/etc/pcp.conf" {
		t.Errorf("got %s", got)
	}
}

// TestMissing needs a setting: only a file that the environment names must be
// there.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	present := filepath.Join(dir, "present")
	if err := os.WriteFile(present, []byte("PCP_A=a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path    string
		missing bool
	}{
		{filepath.Join(dir, "absent"), true},
		{"", true},
		{present, false},
		{dir, false},
		{os.DevNull, false},
	} {
		t.Setenv("PCP_CONF", test.path)
		missing.Store(nil)
		last.Store(nil)
		if Missing() != nil {
			t.Errorf("%q: missing before it is needed", test.path)
		}
		Lookup("PCP_NONE")
		if Missing() != nil {
			t.Errorf("%q: missing though nothing needs it", test.path)
		}
		Env(nil).Need("PCP_NONE")
		if err := Missing(); (err != nil) != test.missing {
			t.Errorf("%q: %v, want missing %t", test.path, err, test.missing)
		}
	}
	last.Store(nil)
	missing.Store(nil)
}

// TestNull takes the null device for an empty file by whichever name: containers hide
// files with it.
func TestNull(t *testing.T) {
	hidden := filepath.Join(t.TempDir(), "pcp.conf")
	if err := os.Symlink(os.DevNull, hidden); err != nil {
		t.Fatal(err)
	}
	if text, err := read(hidden); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
}

// TestFirstFile takes the second place of a file only where the first is missing.
func TestFirstFile(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	if got := firstFile(first, second); got != first {
		t.Errorf("of none: %s", got)
	}
	if err := os.WriteFile(second, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := firstFile(first, second); got != second {
		t.Errorf("only the second: %s", got)
	}
	if err := os.WriteFile(first, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := firstFile(first, second); got != first {
		t.Errorf("of both: %s", got)
	}
}
