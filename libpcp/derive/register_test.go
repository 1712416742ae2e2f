package derive

import (
	"context"
	"errors"
	"io"
	"testing"

	"pcptools/libpcp"
)

// The texts of pmRegisterDerivedMetric(3).
func TestReport(t *testing.T) {
	defs := New(io.Discard)
	if err := defs.Register("a.b", "foo + 1"); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, src, want string }{
		{"a.x", "foo +", "foo +\n    ^\nArithmetic expression expected to follow PLUS\n"},
		{"a.e", "", "\n ^\n"},
		{"a.e", " ", " \n^\n"},
		{"a.e", "  ", "  \n ^\n"},
		{"a.b", "1", "1\n^\nDuplicate global derived metric name\n"},
		{"a.c", "foo bar", "foo bar\n    ^\nArithmetic or relational or boolean operator expected to follow NAME\n"},
		{"a.t", "5 bar", "5 bar\n  ^\n"},
	}
	for _, test := range tests {
		err := defs.Register(test.name, test.src)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !errors.Is(err, libpcp.ErrBadDerive) {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		want := "Error: pmRegisterDerivedMetric(\"" + test.name + "\", ...)\n" + test.want
		if got := string(syntax.AppendReport(nil, test.name, test.src)); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

func TestLimit(t *testing.T) {
	defs := New(io.Discard)
	defs.SetLimit(2)
	for i, name := range []string{"a", "b", "c"} {
		err := defs.Register(name, "1")
		if full := i == 2; full != (err != nil) || full && err.Error() != "Too many global derived metrics" {
			t.Errorf("%s: %v", name, err)
		}
	}
	defs.SetLimit(-1)
	if err := defs.Register("c", "1"); err != nil || defs.Len() != 3 {
		t.Errorf("%d definitions, %v", defs.Len(), err)
	}
}

// Definitions may grow while sources use them.
func TestRegisterAfterWrap(t *testing.T) {
	ctx := context.Background()
	defs := New(io.Discard)
	f := newFake()
	c := libpcp.NewContext(Wrap(f, defs))
	if _, err := c.Lookup(ctx, "qa.x"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("before: %v", err)
	}
	if err := defs.Register("qa.x", "sample.drift * 2"); err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(ctx, "qa.x")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Fetch(ctx, ids)
	if err != nil || len(r.Sets[0].Values) != 1 || r.Sets[0].Values[0].Word != 842 {
		t.Errorf("%+v, %v", r, err)
	}
}

// The zero Definitions has what New gives.
func TestZeroDefinitions(t *testing.T) {
	var defs Definitions
	if err := defs.Register("qa.x", "sample.drift * 2"); err != nil {
		t.Fatal(err)
	}
	if err := defs.Register("event.flags", "1"); err == nil {
		t.Error("event.flags is not defined")
	}
	if defs.Register("qa.bad", "nosuch.metric + instant("); defs.Len() != 1 {
		t.Errorf("%d definitions", defs.Len())
	}
	c := libpcp.NewContext(Wrap(newFake(), &defs))
	if _, err := c.Lookup(context.Background(), "qa.x"); err != nil {
		t.Error(err)
	}
}
