package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// The large archive: a record every ten seconds for three days, each with most
// metrics for all instances, and 700 interruptions. It has about 370 MB. The
// groups that metrics are in are logged at different intervals.
const (
	largeMetrics   = 100
	largeInstances = 16
	largeRecords   = 3 * 24 * 360
	largeMarks     = 700
	largeInterval  = 10 * time.Second
)

var (
	largeGroups = [...]int{1, 1, 1, 1, 1, 1, 2, 6, 60, 360} // in how manieth records they are

	largeStart = time.Date(2024, 2, 28, 12, 0, 0, 0, time.UTC)
	largeInDom = libpcp.NewInDom(90, 1)
	largeOnce  = libpcp.Desc{PMID: libpcp.NewPMID(90, 1, 0), Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
)

// large returns the base name of the large archive.
func large(cache string) (string, error) {
	dir, err := cached(cache, "large", func(dir string) error {
		return writeArchive(filepath.Join(dir, "large"), libpcp.LogLabel{Start: largeStart, Host: "large.example"}, writeLarge)
	})
	return filepath.Join(dir, "large"), err
}

func writeLarge(w *archive.Writer) error {
	l := &largeWriter{Writer: w, rng: rand.New(rand.NewPCG(1, 2))}
	if err := l.metadata(); err != nil {
		return err
	}
	return l.records()
}

type largeWriter struct {
	*archive.Writer
	rng  *rand.Rand
	sets []libpcp.ValueSet
}

func (l *largeWriter) metadata() error {
	errs := []error{l.AddInstances(largeStart, largeInDom, instancesOf(largeInstances, "cpu%d")), l.AddDesc(largeOnce, "large.once")}
	for i := range largeMetrics {
		d := libpcp.Desc{
			PMID: libpcp.NewPMID(90, 0, uint32(i)), InDom: largeInDom,
			Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count,
		}
		switch i % 4 {
		case 1:
			d.Type = libpcp.TypeU32
		case 2:
			d.Type, d.Sem = libpcp.TypeDouble, libpcp.SemInstant
		case 3:
			d.Type, d.Sem = libpcp.Type32, libpcp.SemInstant
		}
		errs = append(errs, l.AddDesc(d, largeName(i)))
		l.sets = append(l.sets, newSet(&d))
	}
	return errors.Join(errs...)
}

// newSet is a value set with room for the values.
func newSet(d *libpcp.Desc) libpcp.ValueSet {
	s := libpcp.ValueSet{PMID: d.PMID, Values: make([]libpcp.Value, largeInstances)}
	for i := range s.Values {
		s.Values[i].Inst = int32(i)
		if d.Type == libpcp.TypeU64 || d.Type == libpcp.TypeDouble {
			s.Format = libpcp.PointerDynamic
			s.Values[i] = libpcp.BlockValue(int32(i), libpcp.Block{Type: d.Type, Data: make([]byte, 8)})
		}
	}
	return s
}

func (l *largeWriter) records() error {
	text, _, err := libpcp.NewValue(libpcp.NullInst, libpcp.StringAtom("said once"))
	if err != nil {
		return err
	}
	once := libpcp.ValueSet{PMID: largeOnce.PMID, Format: libpcp.PointerDynamic, Values: []libpcp.Value{text}}
	if err := l.Append(&libpcp.Result{Time: largeStart, Sets: []libpcp.ValueSet{once}}); err != nil {
		return err
	}
	at, marks := largeStart, 0
	for i := range largeRecords {
		if i == largeRecords/2 {
			l.NewVolume()
		}
		if marks < i*largeMarks/largeRecords {
			marks++
			if err := l.Mark(at.Add(time.Millisecond)); err != nil {
				return err
			}
		}
		at = at.Add(largeInterval)
		if err := l.Append(&libpcp.Result{Time: at, Sets: l.step(i)}); err != nil {
			return err
		}
	}
	return nil
}

// step moves the values on that are in a record, and returns them.
func (l *largeWriter) step(record int) []libpcp.ValueSet {
	sets := make([]libpcp.ValueSet, 0, len(l.sets))
	for i := range l.sets {
		if record%largeGroups[i%len(largeGroups)] != 0 {
			continue
		}
		sets = append(sets, l.sets[i])
		for j := range l.sets[i].Values {
			v := &l.sets[i].Values[j]
			change := l.rng.Uint32N(1000)
			switch i % 4 {
			case 0:
				n := binary.BigEndian.Uint64(v.Block().Data)
				binary.BigEndian.PutUint64(v.Block().Data, n+uint64(change))
			case 1:
				v.Word += change
			case 2:
				atom, _, _ := libpcp.NewValue(0, libpcp.DoubleAtom(float64(change)/10))
				copy(v.Block().Data, atom.Block().Data)
			case 3:
				v.Word = change
			}
		}
	}
	return sets
}

// compressed makes a copy of the large archive, at base, whose volumes are
// compressed: with xz in blocks of ten megabytes, as pmlogger_daily does, with gzip,
// or with zstd.
func compressed(cache, base, suffix string) (string, error) {
	dir, err := cached(cache, "large-"+suffix, func(dir string) error {
		copied := filepath.Join(dir, "large")
		var errs []error
		for _, volume := range []string{".0", ".1"} {
			errs = append(errs, compress(base+volume, copied+volume+"."+suffix, suffix))
		}
		for _, part := range []string{".meta", ".index"} {
			errs = append(errs, os.Link(base+part, copied+part))
		}
		return errors.Join(errs...)
	})
	return filepath.Join(dir, "large"), err
}

// compressors write the compressed form of a file to standard output.
var compressors = map[string][]string{
	"xz":  {"xz", "-1", "--block-size=10MiB", "--threads=0", "--stdout"},
	"gz":  {"gzip", "--stdout"},
	"zst": {"zstd", "--quiet", "--stdout"},
}

func compress(from, to, suffix string) error {
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	words := append(slices.Clip(compressors[suffix]), from)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	return out.Close()
}

func largeName(i int) string { return fmt.Sprintf("large.group%d.metric%02d", i%10, i) }
