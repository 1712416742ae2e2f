package jbd2

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
)

// files are those of journals, made up: of a recent kernel, of one before
// 2.6.39, and of a journal without transactions, which PCP leaves out.
var files = map[string]string{
	"sda1-8": `2217 transactions (2210 requested), each up to 8192 blocks
average:
  1ms waiting for transaction
  2ms request delay
  5088ms running transaction
  3ms transaction was being locked
  4ms flushing data (in ordered mode)
  20ms logging transaction
  42033us average transaction commit time
  68 handles per transaction
  15 blocks per transaction
  16 logged blocks per transaction
`,
	"dm-0:8": `7 transaction, each upto 2048 blocks
average:
  10ms waiting for transaction
  500ms running transaction
  1ms transaction was being locked
  0ms flushing data (in ordered mode)
  20ms logging transaction
  6 handles per transaction
  5 blocks per transaction
  4 logged blocks per transaction
`,
	"new-8": "0 transactions (0 requested), each up to 8192 blocks\n",
}

// values are what the jbd2 PMDA of PCP has for files: that of dm-0:8, then
// that of sda1-8.
const values = `
njournals 2
transaction.count 7 2217
transaction.requested - 2210
transaction.max_blocks 2048 8192
transaction.total.blocks 35 33255
transaction.total.blocks_logged 28 35472
transaction.total.handles 42 150756
transaction.total.time.waiting 70 2217
transaction.total.time.request_delay - 4420
transaction.total.time.running 3500 11280096
transaction.total.time.being_locked 7 6651
transaction.total.time.flushing_ordered_mode_data 0 8868
transaction.total.time.logging 140 44340
transaction.average.blocks 5 15
transaction.average.blocks_logged 4 16
transaction.average.handles 6 68
transaction.average.time.waiting 10 1
transaction.average.time.request_delay - 2
transaction.average.time.running 500 5088
transaction.average.time.being_locked 1 3
transaction.average.time.flushing_ordered_mode_data 0 4
transaction.average.time.logging 20 20
transaction.average.time.committing 0 42033
`

func TestValues(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	for name, text := range files {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			need.Skip(t, "needs file names with a colon: "+err.Error())
		}
		if err := os.WriteFile(filepath.Join(dir, name, "info"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := local.New(local.Config{}, local.Agent{Domain: 122, Name: "jbd2", New: func() *pmda.Agent { return newAgent(dir) }})
	c := libpcp.NewContext(src)
	defer c.Close()
	for line := range strings.Lines(strings.TrimSpace(values)) {
		want := strings.Fields(line)
		if got := fetch(t, c, "jbd2."+want[0]); strings.Join(got, " ") != strings.Join(want[1:], " ") {
			t.Errorf("%s: got %s, want %s", want[0], got, want[1:])
		}
	}
}

// fetch returns the values of a metric by name of the instance, "-" for none.
func fetch(t *testing.T, c *libpcp.Context, name string) []string {
	t.Helper()
	ctx := context.Background()
	pmids, err := c.Lookup(ctx, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	desc, err := c.Desc(ctx, pmids[0])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	result, err := c.Fetch(ctx, pmids)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	set := result.Sets[0]
	if desc.InDom == libpcp.NullInDom {
		return []string{string(format.AppendValue(nil, set.Format, set.Values[0], desc.Type))}
	}
	got := []string{"-", "-"}
	for _, v := range set.Values {
		inst, err := c.InstanceName(ctx, desc.InDom, v.Inst)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		if inst == "sda1-8" {
			at = 1
		}
		got[at] = string(format.AppendValue(nil, set.Format, v, desc.Type))
	}
	return got
}

func FuzzParse(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		j, _ := parse(text)
		if j.hasRequests && !strings.Contains(string(text), "(") {
			t.Errorf("requests made of %q", text)
		}
	})
}

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
}
