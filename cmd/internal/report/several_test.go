package report

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
)

// twoParts is a report in tables of two sources, a and b.
func twoParts(out *strings.Builder) (s *Several, a, b *Part) {
	s = NewSeveral(Options{Format: Table, Out: out, Zone: time.UTC, Columns: []Column{Name, TheValue}, Samples: true}, []string{"a", "b"})
	s.Begin(Header{})
	return s, s.Parts()[0], s.Parts()[1]
}

// sample is a sample of one value.
func sample(value float32) *Sample {
	atom := libpcp.FloatAtom(value)
	return &Sample{Metrics: ListOf(Metric{Name: "m", Values: ListOf(Value{Atom: &atom})})}
}

// TestSeveralTables has a table as soon as all have passed its step, in the
// order of the sources.
func TestSeveralTables(t *testing.T) {
	var out strings.Builder
	s, a, b := twoParts(&out)
	step := func(second int) int64 { return time.Unix(int64(second), 0).UnixNano() }
	a.Reach(step(1))
	b.Reach(step(1))
	b.Write(sample(2))
	b.Reach(step(1) + 1)
	if out.String() != "" {
		t.Errorf("before the first source has anything:\n%s", out.String())
	}
	a.Write(sample(1))
	a.Reach(step(1) + 1)
	want := "Thu 1970-01-01 00:00:01\nHost  Metric  Value\na     m           1\nb     m           2\n\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	a.End()
	b.End()
	if s.End(); out.String() != want {
		t.Errorf("at the end\n%s", out.String())
	}
}

// TestSeveralRecorded has the times of records of archives, not of hosts.
func TestSeveralRecorded(t *testing.T) {
	for kind, want := range map[string]bool{"hosts": false, "archives": true} {
		var out strings.Builder
		s := NewSeveral(Options{Format: OpenMetrics, Out: &out}, []string{"a"})
		s.Begin(Header{Source: &Source{Kind: kind}})
		s.Parts()[0].Write(numeric("m", libpcp.SemInstant, libpcp.Count, 1))
		s.Parts()[0].End()
		s.End()
		if got := strings.Contains(out.String(), " 1000000000.25\n"); got != want {
			t.Errorf("%s: with time: %v\n%s", kind, got, out.String())
		}
	}
}

// TestSeveralLate waits for a source no longer than it says. What comes then is
// of the step that it should have been of.
func TestSeveralLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		s, a, b := twoParts(&out)
		first, second := time.Unix(1, 0).UnixNano(), time.Unix(2, 0).UnixNano()
		a.Reach(first)
		b.Reach(first)
		arrived := a.Expect(time.Second)
		b.Write(sample(2))
		time.Sleep(time.Second)
		synctest.Wait()
		b.Reach(second)
		if want := "Thu 1970-01-01 00:00:01\nHost  Metric  Value\nb     m           2\n\n"; out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
		out.Reset()
		arrived()
		a.Write(sample(1))
		a.Reach(second)
		if want := "00:00:01.000\nHost  Metric  Value\na     m           1\n\n"; out.String() != want {
			t.Errorf("late: got\n%swant\n%s", out.String(), want)
		}
		a.Expect(time.Second)() // in time: nothing passes without it
		time.Sleep(time.Minute)
		b.Write(sample(3))
		b.Reach(second + 1)
		if strings.Contains(out.String(), "3\n") {
			t.Errorf("a record that is there is passed:\n%s", out.String())
		}
		a.End()
		b.End()
		s.End()
	})
}

// TestSeveralWide has a line for each source of an instant, with columns for the
// instances of all, by name; headings come again with other columns.
func TestSeveralWide(t *testing.T) {
	var out strings.Builder
	s := NewSeveral(Options{Format: Wide, Out: &out, Zone: time.UTC}, []string{"a", "long"})
	s.Begin(Header{})
	a, b := s.Parts()[0], s.Parts()[1]
	write := func(p *Part, second int, names ...string) {
		var values []Value
		for i, name := range names {
			atom := libpcp.FloatAtom(float32(i + 1))
			values = append(values, Value{Atom: &atom, Instance: &Instance{ID: int32(i), Name: name, Named: true}})
		}
		p.Reach(time.Unix(int64(second), 0).UnixNano())
		p.Write(&Sample{Metrics: ListOf(Metric{Name: "m", Values: ListOf(values...)}, Metric{Name: "n", Values: ListOf(values[:1]...)})})
	}
	write(a, 1, "x", "y")
	write(b, 1, "y")
	write(b, 2, "y", "z")
	write(a, 2, "x")
	a.End()
	b.Write(&Problem{Failure: Failure{Err: libpcp.ErrTimeout}}) // which the summary has
	b.End()
	s.End()
	want := `Thu 1970-01-01
          Host  m                   n
                       x         y         x         y
00:00:01  a            1         2         1         -
00:00:01  long         -         1         -         1
          Host  m                             n
                       x         y         z         x         y
00:00:02  a            1         -         -         1         -
00:00:02  long         -         1         2         -         1
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// flushed is the output of a live report.
type flushed struct{ strings.Builder }

func (*flushed) Flush() {}

// TestSeveralBlocks writes live records at once, and others in blocks, the last at
// the end of their source.
func TestSeveralBlocks(t *testing.T) {
	for _, test := range []struct {
		out interface {
			io.Writer
			String() string
		}
		want string // before the end
	}{{new(flushed), "host,metric\na,m\n"}, {new(strings.Builder), "host,metric\n"}} {
		s := NewSeveral(Options{Format: CSV, Out: test.out, Columns: []Column{Name}}, []string{"a", "b"})
		s.Begin(Header{})
		a := s.Parts()[0]
		a.Write(sample(1))
		if got := test.out.String(); got != test.want {
			t.Errorf("%T: got\n%swant\n%s", test.out, got, test.want)
		}
		for range flushSize / len("a,m\n") {
			a.Write(sample(1))
		}
		if got := len(test.out.String()); got < flushSize {
			t.Errorf("%T: %d bytes after a whole block", test.out, got)
		}
		a.End()
		if got, want := strings.Count(test.out.String(), "a,m\n"), 1+flushSize/len("a,m\n"); got != want {
			t.Errorf("%T: %d rows at the end, want %d", test.out, got, want)
		}
	}
}

// TestSeveralUnits has a metric whose units differ between sources: in columns
// that they share values are converted, or are not shown, and elsewhere each has its
// own unit.
func TestSeveralUnits(t *testing.T) {
	for _, test := range []struct {
		format Format
		style  Style
		people bool
		want   string
	}{
		{Wide, Style{}, false, "Thu 1970-01-01\n          Host         m\n                   Kbyte\n00:00:01  a         2048\n00:00:01  b         3072\n00:00:01  c            !\n"},
		{Table, Style{ByInstance: true}, false, "Thu 1970-01-01 00:00:01\nHost      m\n      Kbyte\na      2048\nb      3072\nc         !\n\n"},
		{Table, Style{}, false, "Thu 1970-01-01 00:00:01\nHost  Metric  Value  Units\na     m        2048  Kbyte\nb     m           3  Mbyte\nc     m           4  count\n\n"},
		{Table, Style{}, true, "Thu 1970-01-01 00:00:01\nHost  Metric  Value  Units\na     m       2.000  Mbyte\nb     m       3.000  Mbyte\nc     m       4.000  count\n\n"},
	} {
		var out strings.Builder
		s := NewSeveral(Options{Format: test.format, Style: test.style, Out: &out, Zone: time.UTC, Columns: []Column{Name, TheValue, Units}, Samples: true, People: test.people}, []string{"a", "b", "c"})
		s.Begin(Header{})
		for i, u := range []libpcp.Units{libpcp.KByte, libpcp.MByte, libpcp.Count} {
			p, value := s.Parts()[i], []float64{2048, 3, 4}[i]
			p.Reach(time.Unix(1, 0).UnixNano())
			atom := libpcp.DoubleAtom(value)
			desc := libpcp.Desc{Type: libpcp.TypeDouble, Units: u, InDom: libpcp.NullInDom}
			p.Write(&Sample{Time: time.Unix(1, 0), Metrics: ListOf(Metric{Name: "m", Desc: &desc, Values: ListOf(Value{Atom: &atom})})})
		}
		for _, p := range s.Parts() {
			p.End()
		}
		if s.End(); out.String() != test.want {
			t.Errorf("%v %v: got\n%swant\n%s", test.format, test.style, out.String(), test.want)
		}
	}
}

// TestSeveralProblems has the errors of sources in their order, though they come in
// another, in a table of their own before the samples.
func TestSeveralProblems(t *testing.T) {
	var out strings.Builder
	s := NewSeveral(Options{Format: Table, Out: &out, Zone: time.UTC, Columns: []Column{Name, TheValue, ErrorText}, Samples: true}, []string{"a", "b"})
	s.Begin(Header{})
	a, b := s.Parts()[0], s.Parts()[1]
	problem := func(operand string) *Problem {
		return &Problem{Operand: operand, Failure: Failure{Err: libpcp.ErrName}}
	}
	b.Write(problem("y"))
	b.Write(problem("z"))
	a.Write(problem("x"))
	first := time.Unix(1, 0).UnixNano()
	for _, p := range []*Part{b, a} {
		p.Reach(first)
		p.Write(sample(1))
	}
	for _, p := range []*Part{b, a} {
		p.Reach(first + 1)
		p.End()
	}
	s.End()
	want := "Host  Metric  Error\na     x       Unknown metric name\nb     y       Unknown metric name\nb     z       Unknown metric name\n\n" +
		"Thu 1970-01-01 00:00:01\nHost  Metric  Value\na     m           1\nb     m           1\n\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
