package simple_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/simple"
)

var times = libpcp.NewInDom(253, 1)

// TestConfiguration changes the file that simple.now follows.
func TestConfiguration(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_PMDAS_DIR", dir)
	file := filepath.Join(dir, "simple", "simple.conf")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := pmda.NewService(simple.New(), 253, pmda.NewLogger(&log, "pmdasimple"))
	stamp := time.Now()
	for _, step := range []struct{ text, want, log string }{
		{"", "[]", "stat failed on " + file + ": No such file or directory"},
		{"", "[]", ""},
		{"sec,min,hour\n", "[{0 sec} {1 min} {2 hour}]", ""},
		{"hour\nsec\n", "[{2 hour}]", ""},
		{"min,day,sec", "[{0 sec} {1 min}]", `ignoring "day" in ` + file},
		{strings.Repeat("x", 300) + ",sec", "[]", "ignoring"},
		{",,hour,", "[{2 hour}]", ""},
	} {
		log.Reset()
		stamp = stamp.Add(time.Second)
		if step.text != "" {
			if err := os.WriteFile(file, []byte(step.text), 0o644); err != nil {
				t.Fatal(err)
			}
			os.Chtimes(file, stamp, stamp)
		}
		got, err := s.Instances(context.Background(), &pmda.Client{}, times)
		if fmt.Sprint(got) != step.want || err != nil {
			t.Errorf("%q: got %v, %v; want %s", step.text, got, err, step.want)
		}
		if !strings.Contains(log.String(), step.log) || step.log == "" && log.Len() > 0 {
			t.Errorf("%q: log %q", step.text, log.String())
		}
	}
}

// TestNow wants the values to be the time of the day.
func TestNow(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_PMDAS_DIR", dir)
	os.Mkdir(filepath.Join(dir, "simple"), 0o755)
	if err := os.WriteFile(filepath.Join(dir, "simple", "simple.conf"), []byte("hour,min,sec"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := pmda.NewService(simple.New(), 253, nil)
	before := time.Now()
	sets, err := s.Fetch(context.Background(), &pmda.Client{}, []libpcp.PMID{libpcp.NewPMID(253, 2, 4)}, nil)
	if err != nil || len(sets[0].Values) != 3 {
		t.Fatalf("%+v, %v", sets, err)
	}
	v := sets[0].Values
	got := time.Duration(v[0].Word)*time.Hour + time.Duration(v[1].Word)*time.Minute + time.Duration(v[2].Word)*time.Second
	hour, minute, second := before.Clock()
	want := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	if late := (got - want + 24*time.Hour) % (24 * time.Hour); late > time.Minute { // midnight may have passed
		t.Errorf("got %v, want %v", got, want)
	}
}
