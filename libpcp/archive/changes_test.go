//go:build unix

package archive_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"pcptools/internal/archivetest"
	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
)

// plantVolumes and plantRecords are how many volumes there are in the archives
// of these tests, more than are open at a time, and how many records in each,
// more than are read at a time.
const (
	plantVolumes = 7
	plantRecords = 100
)

// plant is an archive whose values show where they come from, with some
// records more than usual.
func plant(offset uint32, name string, more int) *archivetest.History {
	domain := libpcp.NewInDom(70, 1)
	desc := func(item uint32, typ libpcp.Type, indom libpcp.InDom, sem libpcp.Semantics) archivetest.Metric {
		d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, item), Type: typ, InDom: indom, Sem: sem}
		return archivetest.Metric{Desc: d, Names: []string{fmt.Sprintf("plant.m%d", item)}}
	}
	h := &archivetest.History{Version: 2, Start: time.Unix(1e9, 0), Metrics: []archivetest.Metric{
		desc(1, libpcp.TypeU32, domain, libpcp.SemInstant),
		desc(2, libpcp.TypeString, libpcp.NullInDom, libpcp.SemDiscrete),
		desc(3, libpcp.TypeU32, libpcp.NullInDom, libpcp.SemCounter),
	}}
	var list []libpcp.Instance
	for i := range int32(3) {
		list = append(list, libpcp.Instance{ID: i, Name: fmt.Sprintf("%s%d", name, i)})
	}
	later := append(slices.Clone(list), libpcp.Instance{ID: 3, Name: name + "3"})
	h.Domains = []archivetest.Domain{{InDom: domain, Versions: []archivetest.Membership{
		{From: h.Start, Instances: list}, {From: h.Start.Add(300 * time.Second), Instances: later}}}}
	for _, m := range h.Metrics {
		id := libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(m.PMID)}
		h.Texts = append(h.Texts, archivetest.Text{TextID: id, Text: name + m.Names[0]})
	}
	for i := range uint32(plantVolumes*plantRecords + more) {
		if i > 0 && i%plantRecords == 0 && i < plantVolumes*plantRecords {
			h.Volumes = append(h.Volumes, int(i))
		}
		text := bytes.Repeat([]byte{byte('a' + (i+offset)%26)}, 700)
		set := func(item int, values ...libpcp.Value) libpcp.ValueSet {
			s := libpcp.ValueSet{PMID: h.Metrics[item].PMID, Values: values}
			if values[0].Encoded() != nil {
				s.Format = libpcp.PointerDynamic
			}
			return s
		}
		h.Records = append(h.Records, &libpcp.Result{
			Time: h.Start.Add(time.Duration(i) * time.Second),
			Sets: []libpcp.ValueSet{
				set(0, libpcp.Value{Inst: 0, Word: i + offset}, libpcp.Value{Inst: 1, Word: 2*i + offset}, libpcp.Value{Inst: 2, Word: 3*i + offset}),
				set(1, libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: append(text, 0)})),
				set(2, libpcp.Value{Inst: libpcp.NullInst, Word: 10*i + offset}),
			},
		})
	}
	return h
}

// files reads the files of an archive, by their suffix.
func files(t *testing.T, base string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(base + ".*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v", base, err)
	}
	found := make(map[string][]byte)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(path, base)] = b
	}
	return found
}

// planted writes an archive and reads its files; pid is that of the writer.
func planted(t *testing.T, offset uint32, name string, more int, pid uint32) map[string][]byte {
	t.Helper()
	base := filepath.Join(t.TempDir(), "a")
	if err := plant(offset, name, more).Write(base); err != nil {
		t.Fatal(err)
	}
	found := files(t, base)
	for _, b := range found {
		binary.BigEndian.PutUint32(b[8:], pid)
	}
	return found
}

// pack compresses by suffix.
func pack(t *testing.T, suffix string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w interface {
		Write([]byte) (int, error)
		Close() error
	}
	var err error
	switch suffix {
	case ".xz":
		w, err = xz.WriterConfig{BlockSize: 20_000, DictCap: 1 << 16}.NewWriter(&out)
	case ".gz":
		w = gzip.NewWriter(&out)
	case ".zst":
		w, err = zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Write(b)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// reader replays an archive in one way; say is what one call returns, as text.
type reader struct {
	name  string
	start func(a *archive.Archive) error
	call  func(a *archive.Archive, n int) (string, error)
}

var plantIDs = []libpcp.PMID{libpcp.NewPMID(70, 0, 1), libpcp.NewPMID(70, 0, 2), libpcp.NewPMID(70, 0, 3)}

func plantStart() time.Time { return time.Unix(1e9, 0) }

func plantEnd() time.Time { return plantStart().Add((plantVolumes*plantRecords - 1) * time.Second) }

// said is a result as text: the instance names, too.
func said(a *archive.Archive, r *libpcp.Result, err error) (string, error) {
	if err != nil {
		return "", err
	}
	text := fmt.Sprint(r.Time.Unix())
	for _, s := range r.Sets {
		text += fmt.Sprintf(" %v %v", s.PMID, s.Err)
		for _, v := range s.Values {
			text += fmt.Sprintf(" %d=%d%q", v.Inst, v.Word, v.Encoded())
		}
	}
	instances, err := sourcetest.Direct(a).InstancesAt(context.Background(), libpcp.NewInDom(70, 1), r.Time)
	return text + fmt.Sprint(instances), err
}

func readers() []reader {
	ctx := context.Background()
	mode := func(mode libpcp.Mode, at time.Time, delta time.Duration) func(*archive.Archive) error {
		return func(a *archive.Archive) error { return sourcetest.Direct(a).SetMode(ctx, mode, at, delta) }
	}
	record := func(a *archive.Archive, _ int) (string, error) {
		r, err := sourcetest.Direct(a).FetchRecord(ctx)
		return said(a, r, err)
	}
	fetch := func(a *archive.Archive, _ int) (string, error) {
		r, err := sourcetest.Direct(a).Fetch(ctx, plantIDs[:2], nil)
		return said(a, r, err)
	}
	return []reader{
		{"records forwards", mode(libpcp.ModeForw, plantStart(), 0), record},
		{"records backwards", mode(libpcp.ModeBack, plantEnd(), 0), record},
		{"fetches forwards", mode(libpcp.ModeForw, plantStart(), 0), fetch},
		{"interpolation", mode(libpcp.ModeInterp, plantStart(), 2500*time.Millisecond), fetch},
		{"interpolation backwards", mode(libpcp.ModeInterp, plantEnd(), -2500*time.Millisecond), fetch},
		{"jumps", mode(libpcp.ModeInterp, plantStart(), time.Second), func(a *archive.Archive, n int) (string, error) {
			if n >= 200 {
				return "", libpcp.ErrEOL
			}
			at := plantStart().Add(time.Duration(n*7919%(plantVolumes*plantRecords-1)) * time.Second)
			if err := sourcetest.Direct(a).SetMode(ctx, libpcp.ModeInterp, at, time.Second); err != nil {
				return "", err
			}
			r, err := sourcetest.Direct(a).Fetch(ctx, plantIDs, nil)
			text, err := said(a, r, err)
			if err != nil || n%10 > 0 {
				return text, err
			}
			help, err := sourcetest.Direct(a).Text(ctx, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(plantIDs[n%3])})
			return text + " " + help, err
		}},
	}
}

// variants are archives of the same form.
type variants struct{ same, other, longer map[string][]byte }

// variant is a file of an archive and what others have in its place: one with
// the same label, one with another label, and the same one when it has grown.
type variant struct{ now, same, other, longer []byte }

// change is something that happens to a file of an archive that is open.
type change struct {
	name string
	to   func(rng *rand.Rand, path string, f variant) error
	// from is the suffix of a compressed file that there is at first
	from string
	// spares says that all values must still be there
	spares bool
	// grows says that there may be more
	grows bool
	// mixes says that values may be those of the one with the same label
	mixes bool
}

// inPlace overwrites a file; replaced puts another one in its place.
func inPlace(path string, b []byte) error { return os.WriteFile(path, b, 0o644) }

func replaced(path string, b []byte) error {
	if err := os.WriteFile(path+"~", b, 0o644); err != nil {
		return err
	}
	return os.Rename(path+"~", path)
}

// packed puts a compressed file in the place of one.
func packed(t *testing.T, suffix string) func(*rand.Rand, string, variant) error {
	return func(_ *rand.Rand, path string, f variant) error {
		if err := replaced(path+suffix, pack(t, suffix, f.now)); err != nil {
			return err
		}
		return os.Remove(path)
	}
}

func changes(t *testing.T) []change {
	unpacked := func(suffix string) func(*rand.Rand, string, variant) error {
		return func(_ *rand.Rand, path string, f variant) error {
			if err := replaced(path, f.now); err != nil {
				return err
			}
			return os.Remove(path + suffix)
		}
	}
	return []change{
		{name: "cut", to: func(rng *rand.Rand, path string, f variant) error {
			return os.Truncate(path, rng.Int64N(int64(len(f.now))))
		}},
		{name: "cut between records", to: func(rng *rand.Rand, path string, f variant) error {
			return os.Truncate(path, boundary(rng, f.now))
		}},
		{name: "emptied", to: func(_ *rand.Rand, path string, f variant) error { return os.Truncate(path, 0) }},
		{name: "overwritten", to: func(_ *rand.Rand, path string, f variant) error { return inPlace(path, f.other) }},
		{name: "overwritten by like", mixes: true, to: func(_ *rand.Rand, path string, f variant) error {
			return inPlace(path, f.same)
		}},
		{name: "overwritten by rubbish", to: func(rng *rand.Rand, path string, f variant) error {
			b := bytes.Clone(f.now)
			for i := range b {
				b[i] = byte(rng.Uint32())
			}
			return inPlace(path, b)
		}},
		{name: "replaced", to: func(_ *rand.Rand, path string, f variant) error { return replaced(path, f.other) }},
		{name: "replaced by like", mixes: true, to: func(_ *rand.Rand, path string, f variant) error {
			return replaced(path, f.same)
		}},
		{name: "renamed", to: func(_ *rand.Rand, path string, f variant) error { return os.Rename(path, path+".old") }},
		{name: "removed", to: func(_ *rand.Rand, path string, f variant) error { return os.Remove(path) }},
		{name: "compressed by xz", spares: true, to: packed(t, ".xz")},
		{name: "compressed by gzip", spares: true, to: packed(t, ".gz")},
		{name: "compressed by zstd", spares: true, to: packed(t, ".zst")},
		{name: "expanded from xz", from: ".xz", spares: true, to: unpacked(".xz")},
		{name: "expanded from gzip", from: ".gz", spares: true, to: unpacked(".gz")},
		{name: "expanded from zstd", from: ".zst", spares: true, to: unpacked(".zst")},
		{name: "made a FIFO", to: func(_ *rand.Rand, path string, f variant) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return syscall.Mkfifo(path, 0o644)
		}},
		{name: "grown by rubbish", grows: true, to: func(rng *rand.Rand, path string, f variant) error {
			return inPlace(path, append(bytes.Clone(f.now), make([]byte, 1+rng.IntN(100))...))
		}},
		{name: "grown", grows: true, to: func(_ *rand.Rand, path string, f variant) error {
			return inPlace(path, f.longer)
		}},
	}
}

// boundary is the offset of a record of a volume, or of any byte of another
// file.
func boundary(rng *rand.Rand, b []byte) int64 {
	off := int64(132)
	for n := rng.IntN(plantRecords); n > 0; n-- {
		length := int64(binary.BigEndian.Uint32(b[off:]))
		if length < 8 || off+length > int64(len(b))-4 {
			break
		}
		off += length
	}
	return off
}

// TestCampaignChanges replays archives one file of which changes at some point.
// What is returned must be what would have been without the change, or what is
// there now, and where something is lost there must be an error.
func TestCampaignChanges(t *testing.T) {
	rng, tries := campaign.Rand(t), campaign.Tries(t, 40)
	original := planted(t, 0, "inst", 0, 4711)
	v := variants{planted(t, 1<<20, "INST", 0, 4711), planted(t, 1<<21, "iNsT", 0, 4712), planted(t, 0, "inst", 5, 4711)}
	suffixes := []string{".meta", ".index"}
	for i := range plantVolumes {
		suffixes = append(suffixes, fmt.Sprintf(".%d", i))
	}
	tallies := make(map[string]int)
	for _, r := range readers() {
		want := expected(t, original, r)
		like := expected(t, v.same, r)
		for range tries {
			c := changes(t)[rng.IntN(len(changes(t)))]
			suffix := suffixes[rng.IntN(len(suffixes))]
			// often about where the file is read
			at := rng.IntN(len(want) + 1)
			base := filepath.Join(t.TempDir(), "a")
			write(t, base, original)
			if c.from != "" {
				if err := packed(t, c.from)(rng, base+suffix, variant{now: original[suffix]}); err != nil {
					t.Fatal(err)
				}
			}
			got, err := replayed(t, base, r, at, func() error {
				return c.to(rng, base+suffix, variant{original[suffix], v.same[suffix], v.other[suffix], v.longer[suffix]})
			})
			if fault := c.fault(want, like, got, err); fault != "" {
				t.Fatalf("%s, %s %s after %d: %s", r.name, suffix, c.name, at, fault)
			}
			tallies[map[bool]string{true: "right", false: "error"}[errors.Is(err, libpcp.ErrEOL)]]++
		}
	}
	t.Logf("%v", tallies)
}

func write(t *testing.T, base string, b map[string][]byte) {
	t.Helper()
	for suffix, b := range b {
		if err := os.WriteFile(base+suffix, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(base+suffix, plantEnd(), plantEnd()); err != nil { // clocks are coarse
			t.Fatal(err)
		}
	}
}

// expected is a replay without any change.
func expected(t *testing.T, b map[string][]byte, r reader) []string {
	t.Helper()
	base := filepath.Join(t.TempDir(), "a")
	write(t, base, b)
	got, err := replayed(t, base, r, 0, func() error { return nil })
	if !errors.Is(err, libpcp.ErrEOL) || len(got) < 200 {
		t.Fatalf("%s: %d, %v", r.name, len(got), err)
	}
	return got
}

// replayed reads to the end or an error, with a change after a number of calls.
func replayed(t *testing.T, base string, r reader, at int, change func() error) (got []string, err error) {
	t.Helper()
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := r.start(a); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 3*plantVolumes*plantRecords; n++ {
		if n == at {
			if err := change(); err != nil {
				t.Fatal(err)
			}
		}
		text, err := r.call(a, n)
		if err != nil {
			r.call(a, n+1) // whatever comes of it
			sourcetest.Direct(a).End(context.Background())
			return got, err
		}
		got = append(got, text)
	}
	t.Fatalf("%s: no end", r.name)
	return nil, nil
}

// fault says what is wrong with a replay during which something has changed.
func (c *change) fault(want, like, got []string, err error) string {
	for i := range got {
		switch {
		case i >= len(want) && c.grows:
		case i >= len(want):
			return fmt.Sprintf("%d calls, not %d", len(got), len(want))
		case got[i] == want[i]:
		case c.mixes && similar(got[i], want[i], like[i]):
		default:
			return fmt.Sprintf("call %d: %.200s, not %.200s", i, got[i], want[i])
		}
	}
	ended := errors.Is(err, libpcp.ErrEOL)
	switch {
	case ended && len(got) < len(want):
		return fmt.Sprintf("a silent end after %d calls of %d", len(got), len(want))
	case c.spares && !ended:
		return fmt.Sprintf("%v after %d calls", err, len(got))
	}
	return ""
}

// similar reports whether each word of a text is one of two others' there.
func similar(text, a, b string) bool {
	words, as, bs := strings.Fields(text), strings.Fields(a), strings.Fields(b)
	return len(words) == len(as) && len(words) == len(bs) && !slices.ContainsFunc(words, func(w string) bool {
		i := slices.Index(words, w)
		return w != as[i] && w != bs[i]
	})
}
