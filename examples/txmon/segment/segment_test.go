//go:build unix

package segment

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func create(t *testing.T, names ...string) (*Segment, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "txmon")
	s, err := Create(path, names)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, path
}

func TestSegment(t *testing.T) {
	monitor, path := create(t, "one", "two")
	program, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	record := func(kind string, took time.Duration, want error) {
		t.Helper()
		if err := program.Record(kind, took); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", kind, err, want)
		}
	}
	expect := func(level Level, want ...Stats) {
		t.Helper()
		if got, all, err := monitor.Read(); err != nil || got != level || !slices.Equal(all, want) {
			t.Errorf("level %d, %+v, %v, want %d, %+v", got, all, err, level, want)
		}
	}
	expect(Times, Stats{Name: "one", Longest: -1}, Stats{Name: "two", Longest: -1})
	record("one", 3*time.Second, nil)
	record("one", time.Second, nil)
	record("three", time.Second, ErrUnknown)
	expect(Times, Stats{"one", 2, 2, 4 * time.Second, 3 * time.Second}, Stats{Name: "two", Longest: -1})
	if err := errors.Join(monitor.Reset(), monitor.SetLevel(Counts)); err != nil {
		t.Fatal(err)
	}
	record("one", time.Second, nil)
	expect(Counts, Stats{"one", 3, 1, 0, -1}, Stats{Name: "two", Longest: -1})
	monitor.SetLevel(Nothing)
	record("one", time.Second, ErrOff)
}

func TestTogether(t *testing.T) {
	monitor, path := create(t, "one")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for range 100 {
				s.Record("one", time.Millisecond)
			}
		})
	}
	all.Wait()
	if _, stats, err := monitor.Read(); err != nil || stats[0].Count != 400 || stats[0].Total != 400*time.Millisecond {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestNames(t *testing.T) {
	for _, names := range [][]string{{}, {""}, {strings.Repeat("x", maxName+1)}, {"a\x00b"}, make([]string, maxSlots+1)} {
		if _, err := Create(filepath.Join(t.TempDir(), "txmon"), names); !errors.Is(err, ErrName) {
			t.Errorf("%.50q: %v", names, err)
		}
	}
	longest := strings.Repeat("x", maxName)
	s, _ := create(t, longest)
	if _, all, _ := s.Read(); all[0].Name != longest {
		t.Errorf("%+v", all)
	}
}

// FuzzOpen opens files that may be no segments.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "txmon")
	s, err := Create(path, []string{"one", "two"})
	if err != nil {
		f.Fatal(err)
	}
	s.Close()
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "txmon")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path)
		if err != nil {
			return
		}
		defer s.Close()
		_, all, err := s.Read()
		if err != nil || len(all)*slotSize+headerSize != len(data) {
			t.Errorf("%d types, %v", len(all), err)
		}
		s.Record("one", time.Second)
		s.Reset()
	})
}
