package derive

import (
	"context"
	"io"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// FuzzExpression parses, binds and evaluates.
func FuzzExpression(f *testing.F) {
	for line := range strings.Lines(syntaxTable) {
		quoted, _, _ := strings.Cut(line, "\t")
		f.Add(strings.Trim(quoted, `"`))
	}
	for line := range strings.Lines(evalTable) {
		src, _, _ := strings.Cut(line, "\t")
		f.Add(src)
	}
	source := described(f)
	source.answer()
	f.Fuzz(func(t *testing.T, src string) {
		defs := New(io.Discard)
		if defs.Register("qa.x", src) != nil {
			return
		}
		s := Wrap(source, defs)
		for range 2 {
			if _, err := sourcetest.Direct(s).Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3)}, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// answer gives every metric a value or, in an instance domain, some.
func (f *fake) answer() {
	f.sets = make(map[libpcp.PMID]libpcp.ValueSet)
	for _, d := range f.descs {
		insts := []int32{0, 1, 300}
		if d.InDom == libpcp.NullInDom {
			insts = []int32{libpcp.NullInst}
		}
		var set libpcp.ValueSet
		for i, inst := range insts {
			v, format, err := libpcp.NewValue(inst, sampleAtom(d.Type, i))
			if err == nil {
				set.Format = format
				set.Values = append(set.Values, v)
			}
		}
		f.sets[d.PMID] = set
	}
}

func sampleAtom(t libpcp.Type, i int) libpcp.Atom {
	if t.Numeric() {
		return cast(libpcp.Int32Atom(int32(i)-1), t)
	}
	return libpcp.BytesAtom(t, []byte("text"))
}

func TestDeepExpressions(t *testing.T) {
	repeat := func(n int, open, middle, closing string) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(closing, n)
	}
	source := described(t)
	source.answer()
	tests := []struct {
		name, src string
		ok        bool
	}{
		{"parentheses", repeat(9000, "(", "1", ")"), true},
		{"too many parentheses", repeat(10001, "(", "1", ")"), false},
		{"minuses", repeat(9000, "-", "1", ""), true},
		{"too many minuses", repeat(10001, "-", "1", ""), false},
		{"sum", "1" + strings.Repeat("+1", 60000), true},
		{"too long a sum", "1" + strings.Repeat("+1", 70000), false},
		{"calls", repeat(4000, "scalar(", "sample.drift", ")"), true},
		{"too many calls", repeat(10001, "scalar(", "1", ")"), false},
		{"instances", "sample.bin" + strings.Repeat("[x]", 2), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defs := New(io.Discard)
			if err := defs.Register("qa.x", test.src); (err == nil) != test.ok {
				t.Fatalf("error %v", err)
			}
			if !test.ok {
				return
			}
			r, err := sourcetest.Direct(Wrap(source, defs)).Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3)}, nil)
			if err != nil || len(r.Sets[0].Values) != 1 {
				t.Errorf("fetch: %v, %v", r, err)
			}
		})
	}
}
