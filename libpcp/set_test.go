package libpcp_test

import (
	"errors"
	"fmt"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/sample"
)

// TestSet changes values of several types, and reads them back.
func TestSet(t *testing.T) {
	ctx := t.Context()
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{New: sample.New}))
	defer c.Close()
	for _, test := range []struct {
		spec  string
		value libpcp.Atom
		want  string
	}{
		{"sample.write_me", libpcp.StringAtom("7"), "[7]"},
		{"sample.write_me", libpcp.StringAtom("0x10"), "[16]"},
		{"sample.write_me", libpcp.DoubleAtom(5), "[5]"},
		{"sample.write_me", libpcp.StringAtom("-2147483648"), "[-2.147483648e+09]"},
		{"sample.bin[bin-100,bin-300]", libpcp.StringAtom("9"), "[9 9]"},
		{"sample.float.write_me", libpcp.StringAtom("0.5"), "[0.5]"},
		{"sample.float.write_me", libpcp.StringAtom("0x10"), "[16]"},
		{"sample.bin", libpcp.Uint64Atom(8), "[8 8 8 8 8 8 8 8 8]"},
	} {
		if err := c.Set(ctx, test.spec, test.value); err != nil {
			t.Errorf("%s to %v: %v", test.spec, test.value, err)
			continue
		}
		if got := readNumbers(t, c, test.spec); got != test.want {
			t.Errorf("%s to %v: %s, want %s", test.spec, test.value, got, test.want)
		}
	}
	for _, test := range []struct {
		spec  string
		value libpcp.Atom
		want  error
	}{
		{"sample.write_me", libpcp.StringAtom("-2147483649"), libpcp.ErrTrunc},
		{"sample.ulong.write_me", libpcp.StringAtom("4294967296"), libpcp.ErrTrunc},
		{"sample.ulong.write_me", libpcp.Int32Atom(-1), libpcp.ErrSign},
		{"sample.write_me", libpcp.Int64Atom(-1 << 40), libpcp.ErrTrunc},
		{"sample.write_me", libpcp.DoubleAtom(1.5), libpcp.ErrTrunc},
		{"sample.write_me", libpcp.StringAtom("many"), libpcp.ErrConv},
		{"sample.write_me", libpcp.StringAtom(""), libpcp.ErrConv},
		{"sample.write_me[a]", libpcp.Int32Atom(1), libpcp.ErrInDom},
		{"sample.bin[bin-100,bin-101]", libpcp.Int32Atom(1), libpcp.ErrInst},
		{"sample.nothing", libpcp.Int32Atom(1), libpcp.ErrName},
		{"host:sample.write_me", libpcp.Int32Atom(1), libpcp.ErrName},
	} {
		if err := c.Set(ctx, test.spec, test.value); !errors.Is(err, test.want) {
			t.Errorf("%s to %v: %v, want %v", test.spec, test.value, err, test.want)
		}
	}
}

func readNumbers(t *testing.T, c *libpcp.Context, spec string) string {
	t.Helper()
	g, err := c.Group(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var numbers []float64
	for _, readings := range s.Metrics() {
		for _, r := range readings {
			numbers = append(numbers, r.Float64())
		}
	}
	return fmt.Sprint(numbers)
}
