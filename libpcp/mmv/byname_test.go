//go:build unix

package mmv_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/mmv"
)

// updatedByC is what testdata/byname.c leaves in its file.
var updatedByC = map[string]string{
	"i32[0]": "0xffffffca 0x0", "u32[0]": "0x2c 0x0", "i64[0]": "0xfffc72815b39802e 0x0", "u64[0]": "0x38d7ea4c6802e 0x0",
	"float[0]": "0x423d0000 0x0", "double[0]": "0x4047a00000000000 0x0", "elapsed[0]": "0x2e 0x0",
	"text[0]": "hello", "many[0]": "0x2 0x0", "many[1]": "0x7 0x0",
}

// TestByName updates by name what testdata/byname.c does, to the same values.
func TestByName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ours")
	w := byName(t, path)
	if got := updated(t, path); !maps.Equal(got, updatedByC) {
		t.Errorf("got %v, want %v", got, updatedByC)
	}
	for _, test := range []struct {
		metric string
		set    float64
		want   string
	}{
		{"i64[0]", 1e300, "0x7fffffffffffffff 0x0"},
		{"i64[0]", -1e300, "0x8000000000000000 0x0"},
		{"i64[0]", math.NaN(), "0x0 0x0"},
		{"u64[0]", 1 << 63, "0x8000000000000000 0x0"},
		{"elapsed[0]", 7, "0x7 0x0"},
	} {
		name, _, _ := strings.Cut(test.metric, "[")
		if err := w.Set(name, "", test.set); err != nil {
			t.Error(err)
		}
		if got := updated(t, path)[test.metric]; got != test.want {
			t.Errorf("%s set to %g: %s, want %s", test.metric, test.set, got, test.want)
		}
	}
	w.Set("elapsed", "", 7)
	w.Add("elapsed", "", -3) // begins an interval
	if got := updated(t, path)["elapsed[0]"]; got != "0x7 0xfffffffffffffffd" {
		t.Errorf("an interval begun: %s", got)
	}
	w.Add("elapsed", "", 5) // ends it
	if got := updated(t, path)["elapsed[0]"]; got != "0x9 0x0" {
		t.Errorf("an interval ended: %s", got)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// TestByNameGenuine runs testdata/byname.c.
func TestByNameGenuine(t *testing.T) {
	need.Headers(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "byname")
	out, err := exec.Command("gcc", "-o", program, "testdata/byname.c", "-lpcp_mmv", "-lpcp").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Mkdir(filepath.Join(dir, "mmv"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "PCP_TMP_DIR="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := updated(t, filepath.Join(dir, "mmv", "byname")); !maps.Equal(got, updatedByC) {
		t.Errorf("got %v, want %v", got, updatedByC)
	}
}

// updated returns the values of a file, by metric and place of the instance.
func updated(t *testing.T, path string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := read(t, path)
	values := make(map[string]string)
	for _, row := range c.Rows {
		for i, place := range row.Values {
			name := fmt.Sprintf("%s[%d]", row.Name, i)
			var v mmvfile.Value
			if err := v.Decode(b[place.Offset:]); err != nil {
				t.Fatal(err)
			}
			values[name] = fmt.Sprintf("%#x %#x", v.Bits, v.Extra)
			if row.Type == int32(libpcp.TypeString) {
				values[name], _ = c.Text(v.Extra)
			}
		}
	}
	return values
}

// byName makes the file and updates it.
func byName(t *testing.T, path string) *mmv.Writer {
	t.Helper()
	names := []string{"i32", "u32", "i64", "u64", "float", "double", "elapsed"}
	types := []mmv.Type{mmv.Type32, mmv.TypeU32, mmv.Type64, mmv.TypeU64, mmv.TypeFloat, mmv.TypeDouble, mmv.Elapsed}
	indom := &mmv.InDom{Serial: 1, Instances: []mmv.Instance{{ID: 0, Name: "known"}, {ID: 1, Name: "other"}}}
	f := mmv.File{Name: path, Cluster: 123, InDoms: []*mmv.InDom{indom}}
	for i, name := range names {
		f.Metrics = append(f.Metrics, mmv.Metric{Name: name, Item: uint32(i + 1), Type: types[i], Sem: libpcp.SemInstant})
	}
	f.Metrics = append(f.Metrics, mmv.Metric{Name: "text", Item: 8, Type: mmv.TypeString, Sem: libpcp.SemInstant},
		mmv.Metric{Name: "many", Item: 9, Type: mmv.TypeU32, Sem: libpcp.SemInstant, InDom: indom})
	w, err := mmv.Create(&f)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		w.Set(name, "", 40.75)
		w.Add(name, "", 5.5)
		w.Inc(name, "ignored")
	}
	w.Add("i32", "", -100.9)
	w.Add("i64", "", -1e15)
	w.Add("u32", "", -2)
	w.Add("u64", "", 1e15)
	w.SetText("text", "", "hello")
	w.Inc("many", "known")
	if err := w.Inc("many", "unknown"); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("an unknown instance: %v", err)
	}
	w.AddOr("many", "unknown", "other", 7)
	w.AddOr("many", "known", "other", 1)
	if err := w.Inc("nothing", ""); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("an unknown metric: %v", err)
	}
	if err := w.Inc("text", ""); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a string: %v", err)
	}
	return w
}
