package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

var start = time.Unix(1_700_000_000, 123_456_000)

func at(seconds float64) time.Time { return start.Add(time.Duration(seconds * 1e9)) }

var (
	disks   = libpcp.NewInDom(60, 1)
	opens   = libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 1), Type: libpcp.TypeU32, InDom: disks, Sem: libpcp.SemCounter, Units: libpcp.Count}
	load    = libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 2), Type: libpcp.TypeDouble, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	version = libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 3), Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	dump_   = libpcp.Desc{PMID: libpcp.NewPMID(60, 1, 1), Type: libpcp.TypeAggregate, InDom: disks, Sem: libpcp.SemInstant}
)

func set(t testing.TB, d libpcp.Desc, values ...any) libpcp.ValueSet {
	t.Helper()
	s := libpcp.ValueSet{PMID: d.PMID}
	for i := 0; i < len(values); i += 2 {
		v, format, err := libpcp.NewValue(int32(values[i].(int)), values[i+1].(libpcp.Atom))
		if err != nil {
			t.Fatal(err)
		}
		s.Format, s.Values = format, append(s.Values, v)
	}
	return s
}

func instances(names ...string) (list []libpcp.Instance) {
	for i, name := range names {
		if name != "" {
			list = append(list, libpcp.Instance{ID: int32(i), Name: name})
		}
	}
	return list
}

// must fails the test for any of errors.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// create begins an archive in a temporary directory.
func create(t testing.TB, options WriterOptions) (*Writer, string) {
	t.Helper()
	base := filepath.Join(t.TempDir(), "new")
	if options.Label.Start.IsZero() {
		options.Label.Start = start
	}
	w, err := Create(base, options)
	must(t, err)
	return w, base
}

func describe(t testing.TB, w *Writer) {
	t.Helper()
	must(t, w.AddDesc(opens, "disk.opens", "old.disk.opens"), w.AddDesc(load, "load"),
		w.AddDesc(version, "version"), w.AddDesc(dump_, "disk.dump"))
}

// history is what the records of an archive say: marks are results without
// sets.
func history(t testing.TB) []*libpcp.Result {
	count := func(s float64, sda, sdb uint32) *libpcp.Result {
		return &libpcp.Result{Time: at(s), Sets: []libpcp.ValueSet{
			set(t, opens, 0, libpcp.Uint32Atom(sda), 1, libpcp.Uint32Atom(sdb)),
			set(t, load, -1, libpcp.DoubleAtom(s/10)),
		}}
	}
	return []*libpcp.Result{
		{Time: at(0), Sets: []libpcp.ValueSet{set(t, version, -1, libpcp.StringAtom("6.0.3")), {PMID: load.PMID, Err: libpcp.ErrAgain}}},
		count(1, 1, 2),
		count(2, 3, 4),
		{Time: at(2.5)},
		count(3, 5, 6),
		{Time: at(3), Sets: []libpcp.ValueSet{
			set(t, dump_, 2, libpcp.BytesAtom(libpcp.TypeAggregate, []byte{1, 2, 3}), 0, libpcp.BytesAtom(libpcp.TypeAggregate, nil)),
			{PMID: version.PMID},
		}},
		count(4, 7, 8),
	}
}

func eachVersion(t *testing.T, f func(*testing.T, int)) {
	for _, v := range []int{2, 3} {
		t.Run(fmt.Sprintf("v%d", v), func(t *testing.T) { f(t, v) })
	}
}

func TestWriterRecords(t *testing.T) {
	eachVersion(t, func(t *testing.T, format int) {
		w, base := create(t, WriterOptions{Version: format, IndexSize: 100})
		describe(t, w)
		must(t, w.AddInstances(at(0), disks, instances("sda", "sdb", "sdc")))
		want := history(t)
		for i, r := range want {
			if i == 4 {
				w.NewVolume()
			}
			must(t, w.Append(r))
		}
		must(t, w.Close())
		checkGenuine(t, base)

		a, err := Open(context.Background(), base, Options{})
		must(t, err)
		defer a.Close()
		if volumes, err := filepath.Glob(base + ".[0-9]*"); err != nil || len(volumes) != 2 {
			t.Errorf("volumes %q, %v, want 2", volumes, err)
		}
		if end, err := sourcetest.Direct(a).End(context.Background()); err != nil || !end.Equal(at(4)) {
			t.Errorf("end is %v, %v", end, err)
		}
		for i := range want {
			got, err := sourcetest.Direct(a).FetchRecord(background)
			must(t, err)
			if d := cmp.Diff(want[i].Sets, got.Sets, cmp.Transformer("data", func(b []byte) string { return string(b) })); d != "" || !got.Time.Equal(want[i].Time) {
				t.Errorf("record %d at %v (want %v) differs:\n%s", i, got.Time, want[i].Time, d)
			}
		}
		if _, err := sourcetest.Direct(a).FetchRecord(background); !errors.Is(err, libpcp.ErrEOL) {
			t.Errorf("after the last record: %v", err)
		}
	})
}

// TestWriterBlocks writes the same files in blocks.
func TestWriterBlocks(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, block int) {
		w, err := Create(filepath.Join(dir, name), WriterOptions{Label: libpcp.LogLabel{Start: start, Host: "h", Timezone: "UTC", PID: 1}, VolumeSize: 2000, BlockSize: block})
		must(t, err)
		must(t, w.AddDesc(load, "load"))
		for i := range 200 {
			must(t, w.Append(&libpcp.Result{Time: at(float64(i)), Sets: []libpcp.ValueSet{set(t, load, int(libpcp.NullInst), libpcp.DoubleAtom(float64(i)))}}))
		}
		must(t, w.Close())
	}
	write("plain", 0)
	for _, block := range []int{1, 100, 1 << 20} {
		name := fmt.Sprint("block", block)
		write(name, block)
		for _, suffix := range []string{".meta", ".index", ".0", ".1", ".4"} {
			want, err := os.ReadFile(filepath.Join(dir, "plain"+suffix))
			must(t, err)
			got, err := os.ReadFile(filepath.Join(dir, name+suffix))
			if err != nil || string(got) != string(want) {
				t.Errorf("%s%s: %d bytes, want %d; %v", name, suffix, len(got), len(want), err)
			}
		}
	}
}

// TestWriterIndex has index entries at the first record of a volume, after IndexSize
// bytes, and for the last record.
func TestWriterIndex(t *testing.T) {
	w, base := create(t, WriterOptions{IndexSize: 104})
	describe(t, w)
	for i := range 12 {
		if i == 9 {
			w.NewVolume()
		}
		must(t, w.Append(&libpcp.Result{Time: at(float64(i)), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}))
	}
	must(t, w.Close())
	index, err := os.ReadFile(base + ".index")
	must(t, err)
	label, err := logfile.DecodeLabel(index, logfile.RoleIndex)
	must(t, err)
	var got []string
	size := logfile.IndexEntrySize(label.Version())
	for entry := range slices.Chunk(index[label.Size():], size) {
		e := logfile.DecodeIndexEntry(entry, label.Version())
		got = append(got, fmt.Sprintf("%d:%d:%d", e.At.Sec-start.Unix(), e.Volume, e.Off))
	}
	// A record has 52 bytes.
	want := "0:0:132 2:0:236 4:0:340 6:0:444 8:0:548 9:1:132 11:1:236"
	if strings.Join(got, " ") != want {
		t.Errorf("entries %s, want %s", got, want)
	}
}

func TestWriterVolumeSize(t *testing.T) {
	w, base := create(t, WriterOptions{VolumeSize: 300})
	describe(t, w)
	for i := range 10 {
		must(t, w.Append(&libpcp.Result{Time: at(float64(i)), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}))
	}
	must(t, w.Close())
	checkGenuine(t, base)
	files, err := filepath.Glob(base + ".[0-9]*")
	must(t, err)
	if len(files) != 4 {
		t.Errorf("volumes %q, want 4", files)
	}
	for _, f := range files[:3] {
		if info, err := os.Stat(f); err != nil || info.Size() != 132+3*52 {
			t.Errorf("%s has %d bytes", f, info.Size())
		}
	}
}

// TestWriterLimits has files near the longest of their version: 2 GiB, so that
// index entries hold any offset, or no limit.
func TestWriterLimits(t *testing.T) {
	eachVersion(t, func(t *testing.T, format int) {
		w, base := create(t, WriterOptions{Version: format, VolumeSize: math.MaxInt64})
		describe(t, w)
		one := func(i int) *libpcp.Result {
			return &libpcp.Result{Time: at(float64(i)), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}
		}
		must(t, w.Append(one(0)))
		size := w.data.off - w.label.Size()
		w.data.off = math.MaxInt32 - size
		must(t, w.Append(one(1)))
		if w.volume != 0 {
			t.Error("a volume of 2 GiB is too long")
		}
		must(t, w.Append(one(2)))
		if want := 3 - format; w.volume != want {
			t.Errorf("beyond 2 GiB: volume %d, want %d", w.volume, want)
		}
		w.meta.off = math.MaxInt32 - 1
		err := w.AddDesc(libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 9), InDom: libpcp.NullInDom, Type: libpcp.TypeU32, Sem: libpcp.SemInstant}, "late")
		if (format == 2) != errors.Is(err, libpcp.ErrTooBig) || (format == 3) != (err == nil) {
			t.Errorf("metadata beyond 2 GiB: %v", err)
		}
		must(t, w.Close())
		if info, err := os.Stat(base + ".0"); err != nil || info.Size() < 2*size {
			t.Error(info, err)
		}
	})
}

// Instance domains are the same again whether they were written as deltas or
// whole.
func TestWriterInstances(t *testing.T) {
	eachVersion(t, func(t *testing.T, format int) {
		w, base := create(t, WriterOptions{Version: format})
		describe(t, w)
		versions := [][]libpcp.Instance{
			instances("sda", "sdb", "sdc"),
			instances("sda", "sdb", "sdc", "sdd"),
			instances("sda", "", "sdc", "sdd"),
			instances("sda", "new", "sdc", "sdd"),
			instances("sda", "newer", "sdc", "sdd"), // another name
			instances("", "", "", "", "", "a", "b"), // all different
			instances("sda", "", "", "", "", "a"),
		}
		for i, list := range versions {
			must(t, w.AddInstances(at(float64(i)), disks, list))
			backwards := slices.Clone(list)
			slices.Reverse(backwards)
			must(t, w.AddInstances(at(float64(i)), disks, backwards)) // no change
			if backwards[0] != list[len(list)-1] {
				t.Errorf("version %d: the writer has sorted the caller's list", i)
			}
		}
		must(t, w.Append(&libpcp.Result{Time: at(10), Sets: []libpcp.ValueSet{{PMID: opens.PMID}}}))
		must(t, w.Close())
		checkGenuine(t, base)

		a, err := Open(context.Background(), base, Options{})
		must(t, err)
		defer a.Close()
		var kinds []bool
		for v, err := range a.InDomHistory(disks) {
			must(t, err)
			kinds = append(kinds, v.Delta)
		}
		deltas := []bool{false, true, true, true, false, false, true}
		if format == 2 {
			deltas = make([]bool, len(versions))
		}
		if !slices.Equal(kinds, deltas) {
			t.Errorf("deltas %v, want %v", kinds, deltas)
		}
		for i, want := range versions {
			must(t, sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeForw, at(float64(i)), 0))
			if got, err := sourcetest.Direct(a).Instances(background, disks); err != nil || !slices.Equal(got, want) {
				t.Errorf("version %d: %v, %v; want %v", i, got, err, want)
			}
		}
	})
}

func TestNoExtraUnits(t *testing.T) {
	w, base := create(t, WriterOptions{})
	extra, plain := load, load
	extra.Units = libpcp.PerSec | libpcp.Watt
	plain.Units = libpcp.PerSec
	must(t, w.AddDesc(extra, "load"))
	must(t, w.Append(&libpcp.Result{Time: at(0), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}))
	must(t, w.Close())
	for rel, want := range map[release.Release]libpcp.Desc{{}: extra, release.Of(release.Version{}): plain} {
		a, err := Open(context.Background(), base, Options{Release: rel})
		must(t, err)
		dup, err := a.Duplicate(background)
		must(t, err)
		for _, src := range []libpcp.Source{a, dup} {
			if d := sourcetest.Direct(src).Descs(background, []libpcp.PMID{load.PMID})[0]; d.Err != nil || d.Desc != want {
				t.Errorf("got %+v, %v; want %+v", d.Desc, d.Err, want)
			}
			src.Close()
		}
	}
}

func TestWriterMetadata(t *testing.T) {
	eachVersion(t, func(t *testing.T, format int) {
		w, base := create(t, WriterOptions{Version: format, Label: libpcp.LogLabel{
			PID: 42, Host: "here", Timezone: "AEST-10", Zoneinfo: ":Australia/Melbourne", Start: start}})
		describe(t, w)
		must(t, w.AddDesc(load, "again.load"))
		labels := func(class libpcp.LabelClass, inst int32, names ...string) libpcp.LabelSet {
			s := libpcp.LabelSet{Inst: inst}
			for _, name := range names {
				s.Labels = append(s.Labels, libpcp.Label{Name: name, Value: `"of ` + name + `"`, Flags: uint8(class)})
			}
			return s
		}
		all := map[libpcp.LabelID][]libpcp.LabelSet{
			{Class: libpcp.LabelContext, Ident: ^uint32(0)}:             {labels(libpcp.LabelContext, -1, "hostname", "site")},
			{Class: libpcp.LabelDomain, Ident: 60}:                      {labels(libpcp.LabelDomain, -1, "agent")},
			{Class: libpcp.LabelItem, Ident: uint32(load.PMID)}:         {labels(libpcp.LabelItem, -1)},
			{Class: libpcp.LabelInstances, Ident: uint32(disks)}:        {labels(libpcp.LabelInstances, 0, "name"), labels(libpcp.LabelInstances, 2, "name", "size")},
			{Class: libpcp.LabelCluster, Ident: uint32(60<<22 | 1<<10)}: {{Inst: -1, Err: libpcp.ErrNoLabels}},
		}
		for id, sets := range all {
			must(t, w.AddLabels(at(0), id, sets))
		}
		text := libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(load.PMID)}
		must(t, w.AddText(text, "old"), w.AddText(text, "How busy it is."))
		must(t, w.Append(&libpcp.Result{Time: at(0), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}))
		must(t, w.Close())
		checkGenuine(t, base)

		a, err := Open(context.Background(), base, Options{})
		must(t, err)
		defer a.Close()
		l, err := sourcetest.Direct(a).Label()
		want := libpcp.LogLabel{Magic: 0x50052600 + uint32(format), PID: 42, Start: start, Host: "here", Timezone: "AEST-10"}
		if format == 3 {
			want.Zoneinfo = ":Australia/Melbourne"
		}
		if err != nil || !l.Start.Equal(start) {
			t.Errorf("label %+v, %v", l, err)
		}
		if l.Start = start; l != want {
			t.Errorf("label %+v, want %+v", l, want)
		}
		names, err := sourcetest.Direct(a).Names(background, load.PMID)
		if err != nil || len(names) != 2 {
			t.Errorf("names of load: %q, %v", names, err)
		}
		if d := sourcetest.Direct(a).Descs(background, []libpcp.PMID{opens.PMID})[0]; d.Err != nil || d.Desc != opens {
			t.Errorf("descriptor %+v, %v", d.Desc, d.Err)
		}
		for id, sets := range all {
			got, err := sourcetest.Direct(a).Labels(background, id)
			must(t, err)
			for i := range got {
				got[i].JSON = ""
			}
			if d := cmp.Diff(sets, got); d != "" {
				t.Errorf("labels of class %d differ:\n%s", id.Class, d)
			}
		}
		if got, err := sourcetest.Direct(a).Text(background, text); err != nil || got != "How busy it is." {
			t.Errorf("text %q, %v", got, err)
		}
	})
}

// What is refused leaves the archive as it was.
func TestWriterRefuses(t *testing.T) {
	w, base := create(t, WriterOptions{})
	describe(t, w)
	must(t, w.AddInstances(at(1), disks, instances("sda", "sdb")))
	must(t, w.Append(&libpcp.Result{Time: at(1), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}))
	sizes := func() (n [3]int64) {
		for i, f := range []*outFile{w.meta, w.index, w.data} {
			info, err := f.f.Stat()
			must(t, err)
			n[i] = info.Size()
		}
		return n
	}
	before := sizes()

	record := func(s float64, sets ...libpcp.ValueSet) error {
		return w.Append(&libpcp.Result{Time: at(s), Sets: sets})
	}
	changed := load
	changed.Type = libpcp.TypeFloat
	count := libpcp.Uint32Atom(1)
	long := libpcp.LabelSet{Inst: -1, Labels: []libpcp.Label{{Name: "n", Value: strings.Repeat("9", 1<<16)}}}
	item := libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(load.PMID)}
	for name, c := range map[string]struct {
		got  error
		want error
	}{
		"time going backwards":     {record(0.5, set(t, load, -1, libpcp.DoubleAtom(1))), syscall.EINVAL},
		"mark going backwards":     {w.Mark(at(0.5)), syscall.EINVAL},
		"time before 1970":         {w.Mark(time.Unix(-1, 0)), syscall.EINVAL},
		"time after 2038":          {w.Mark(time.Unix(1<<31, 0)), libpcp.ErrTooBig},
		"unknown metric":           {record(2, libpcp.ValueSet{PMID: 77}), libpcp.ErrPMIDLog},
		"metric twice":             {record(2, libpcp.ValueSet{PMID: load.PMID}, libpcp.ValueSet{PMID: load.PMID}), libpcp.ErrPMID},
		"instance of none":         {record(2, set(t, load, 0, libpcp.DoubleAtom(1))), libpcp.ErrInst},
		"unknown instance":         {record(2, set(t, opens, 2, count)), libpcp.ErrInstLog},
		"no instance":              {record(2, set(t, opens, -1, count)), libpcp.ErrInstLog},
		"instance twice":           {record(2, set(t, opens, 1, count, 0, count, 1, count)), libpcp.ErrInst},
		"another type":             {record(2, set(t, opens, 0, libpcp.Uint64Atom(1))), libpcp.ErrType},
		"another type of block":    {record(2, set(t, load, -1, libpcp.Uint64Atom(1))), libpcp.ErrType},
		"short block":              {record(2, libpcp.ValueSet{PMID: load.PMID, Format: 1, Values: []libpcp.Value{libpcp.BlockValue(-1, libpcp.Block{Type: libpcp.TypeDouble})}}), libpcp.ErrType},
		"unknown format":           {record(2, libpcp.ValueSet{PMID: load.PMID, Format: 3, Values: []libpcp.Value{{Inst: -1}}}), libpcp.ErrType},
		"positive error":           {record(2, libpcp.ValueSet{PMID: load.PMID, Err: libpcp.Error(1)}), syscall.EINVAL},
		"changed descriptor":       {w.AddDesc(changed, "load"), libpcp.ErrLogChangeType},
		"no name":                  {w.AddDesc(load), libpcp.ErrTooSmall},
		"bad name":                 {w.AddDesc(load, "a..b"), libpcp.ErrName},
		"no metric":                {w.AddDesc(libpcp.Desc{PMID: libpcp.NullPMID}, "a"), libpcp.ErrPMID},
		"negative instance":        {w.AddInstances(at(1), disks, []libpcp.Instance{{ID: -1, Name: "x"}}), libpcp.ErrInst},
		"same identifier":          {w.AddInstances(at(1), disks, []libpcp.Instance{{ID: 1, Name: "x"}, {ID: 1, Name: "y"}}), libpcp.ErrInst},
		"unnamed instance":         {w.AddInstances(at(1), disks, []libpcp.Instance{{ID: 1}}), libpcp.ErrInst},
		"instances of the past":    {w.AddInstances(at(0), disks, instances("sda")), syscall.EINVAL},
		"no instance domain":       {w.AddInstances(at(1), libpcp.NullInDom, instances("sda")), libpcp.ErrInDom},
		"label class":              {w.AddLabels(at(1), libpcp.LabelID{Class: 3}, []libpcp.LabelSet{{Inst: -1}}), syscall.EINVAL},
		"several sets":             {w.AddLabels(at(1), item, []libpcp.LabelSet{{Inst: -1}, {Inst: -1}}), libpcp.ErrInst},
		"no set":                   {w.AddLabels(at(1), item, nil), libpcp.ErrTooSmall},
		"label without a value":    {w.AddLabels(at(1), item, []libpcp.LabelSet{{Inst: -1, Labels: []libpcp.Label{{Name: "n"}}}}), syscall.EINVAL},
		"labels that are too long": {w.AddLabels(at(1), item, []libpcp.LabelSet{long}), libpcp.ErrTooBig},
		"kind of text":             {w.AddText(libpcp.TextID{Kind: libpcp.TextHelp}, "x"), syscall.EINVAL},
		"text with a NUL":          {w.AddText(libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID}, "x\x00"), syscall.EINVAL},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	if after := sizes(); after != before {
		t.Errorf("files grew from %v to %v", before, after)
	}
	must(t, record(2, set(t, opens, 1, count, 0, count)), w.Close())
	checkGenuine(t, base)
	if err := record(3, set(t, load, -1, libpcp.DoubleAtom(1))); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestCreateRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		options WriterOptions
		want    error
		cause   string
	}{
		"version": {WriterOptions{Version: 1}, libpcp.ErrLabel, "version 1"},
		"start":   {WriterOptions{Label: libpcp.LogLabel{Host: "h"}}, libpcp.ErrLabel, "no start time"},
		"host":    {WriterOptions{Label: libpcp.LogLabel{Start: start, Host: strings.Repeat("h", 64)}}, libpcp.ErrTooBig, ""},
		"late":    {WriterOptions{Label: libpcp.LogLabel{Start: time.Unix(1<<31, 0)}}, libpcp.ErrTooBig, ""},
	} {
		_, err := Create(filepath.Join(t.TempDir(), "new"), c.options)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.cause) {
			t.Errorf("%s: %v, want %v, %s", name, err, c.want, c.cause)
		}
	}
}

// No file of an archive is overwritten or added to, whatever its form.
func TestCreateKeepsFiles(t *testing.T) {
	for _, suffix := range []string{".meta", ".meta.xz", ".index", ".0", ".7", ".1.zst"} {
		dir := t.TempDir()
		base := filepath.Join(dir, "a.b")
		must(t, os.WriteFile(base+suffix, []byte("precious"), 0o600))
		_, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Start: start}})
		if !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", suffix, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%s: files %v", suffix, entries)
		}
	}
	// The next volume neither.
	w, base := create(t, WriterOptions{})
	describe(t, w)
	one := &libpcp.Result{Time: at(1), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}
	must(t, w.Append(one), os.WriteFile(base+".1", nil, 0o600))
	w.NewVolume()
	if err := w.Append(one); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if err := w.Close(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Close: %v", err)
	}
}

// What is appended can be read before Close.
func TestWriterGrowing(t *testing.T) {
	w, base := create(t, WriterOptions{})
	describe(t, w)
	one := &libpcp.Result{Time: at(1), Sets: []libpcp.ValueSet{set(t, load, -1, libpcp.DoubleAtom(1))}}
	must(t, w.Append(one))
	a, err := Open(context.Background(), base, Options{})
	must(t, err)
	defer a.Close()
	for range 3 {
		if _, err := sourcetest.Direct(a).FetchRecord(background); err != nil {
			t.Fatal(err)
		}
		if _, err := sourcetest.Direct(a).FetchRecord(background); !errors.Is(err, libpcp.ErrEOL) {
			t.Fatal(err)
		}
		must(t, w.Append(one))
	}
	must(t, w.Close())
}

// TestWriterModes has files that their owner may write, others at most read, and nobody run.
func TestWriterModes(t *testing.T) {
	w, base := create(t, WriterOptions{})
	describe(t, w)
	must(t, w.Append(history(t)[0]), w.Close())
	for _, suffix := range []string{".meta", ".index", ".0"} {
		info, err := os.Stat(base + suffix)
		must(t, err)
		if mode := info.Mode().Perm(); mode&^0o644 != 0 || mode&0o600 != 0o600 {
			t.Errorf("%s: %v", suffix, mode)
		}
	}
}

// TestOmittedInDom forgets the instance domain of a descriptor.
func TestOmittedInDom(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "a"), WriterOptions{Label: libpcp.LogLabel{Start: at(0)}})
	must(t, err)
	defer w.Close()
	d := libpcp.Desc{PMID: libpcp.NewPMID(400, 0, 0), Type: libpcp.TypeU64, Sem: libpcp.SemCounter}
	must(t, w.AddDesc(d, "shop.sold"))
	set, err := libpcp.NewValueSet(d.PMID, libpcp.NullInst, libpcp.Uint64Atom(1))
	must(t, err)
	err = w.Append(&libpcp.Result{Time: at(1), Sets: []libpcp.ValueSet{set}})
	if libpcp.Code(err) != libpcp.ErrInDomLog || !strings.Contains(err.Error(), "NullInDom") {
		t.Errorf("%v", err)
	}
}
