package release

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	if v, err := Parse("6.3.8"); err != nil || v != (Version{6, 3, 8}) {
		t.Errorf("6.3.8: got %v, %v", v, err)
	}
	for _, s := range []string{"", "6", "6.3", "6.3.8.1", "6.3.x", "-1.0.0", "6.3.99999", "6..3"} {
		if v, err := Parse(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, v)
		}
	}
}

func TestOf(t *testing.T) {
	for _, test := range []struct {
		of, version     string
		nearest, hidden bool // 6.3.2, 7.1.0
	}{
		{"5.3.7", "6.0.3", false, false},
		{"6.0.3", "6.0.3", false, false},
		{"6.3.1", "6.0.3", false, false},
		{"6.3.2", "6.0.3", true, false},
		{"6.3.8", "6.3.8", true, false},
		{"7.0.5", "6.3.8", true, false},
		{"7.1.0", "6.3.8", true, true},
		{"7.2.2", "7.2.2", true, true},
		{"8.0.0", "7.2.2", true, true},
	} {
		v, err := Parse(test.of)
		if err != nil {
			t.Fatal(err)
		}
		r := Of(v)
		if r.Version().String() != test.version || r.Has(NearestInterpolation) != test.nearest || r.Has(UnboundDerivedHidden) != test.hidden {
			t.Errorf("%s: got %s, %t, %t", test.of, r.Version(), r.Has(NearestInterpolation), r.Has(UnboundDerivedHidden))
		}
	}
}

func TestZeroIsTheNewest(t *testing.T) {
	var r Release
	known := Reproduced()
	if last := known[len(known)-1]; r.Version() != last || newest != last {
		t.Errorf("got %s, want %s", r.Version(), last)
	}
	for b := range behaviourCount {
		if !r.Has(b) {
			t.Errorf("without %s", b)
		}
	}
}

func TestTable(t *testing.T) {
	oldest := Reproduced()[0]
	for b := BadArgumentCode; b < behaviourCount; b++ {
		if b.String() == "" || b.Since().Compare(oldest) <= 0 || b.Since().Compare(newest) > 0 {
			t.Errorf("behaviour %d (%s): since %s", b, b, b.Since())
		}
	}
	if behaviourCount > 64 {
		t.Error("more behaviours than bits")
	}
}

func TestChoose(t *testing.T) {
	conf := filepath.Join(t.TempDir(), "pcp.conf")
	if err := os.WriteFile(conf, []byte("PCP_VERSION=6.3.8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_CONF", conf)
	t.Setenv("PCP_VERSION", "7.2.2") // a fact about the host, not a choice
	with := func(value string) func(string) (string, bool) {
		return func(name string) (string, bool) { return value, name == Variable && value != "none" }
	}
	r, err := Choose(with("none"))
	if err != nil || r.Version().String() != "6.3.8" || !strings.Contains(r.Reason(), conf) {
		t.Errorf("the host's: got %s (%s), %v", r.Version(), r.Reason(), err)
	}
	r, err = Choose(with("6.0.3"))
	if err != nil || r.Version().String() != "6.0.3" || !strings.Contains(r.Reason(), Variable) {
		t.Errorf("6.0.3: got %s (%s), %v", r.Version(), r.Reason(), err)
	}
	for _, name := range []string{"", "6", "6.2.0", "6.0.3 "} {
		if _, err := Choose(with(name)); err == nil || !strings.Contains(err.Error(), "6.0.3, 6.3.8, 7.2.2") {
			t.Errorf("%q: got error %v, want the known ones", name, err)
		}
	}
}
