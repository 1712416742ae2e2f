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
	for s, want := range map[string]Version{
		"6.0": {6, 0, 0}, "6.3.8-1": {6, 3, 8}, "6.3.8-1~bpo12+1": {6, 3, 8}, "7.2.1+dfsg": {7, 2, 1}, "7.2.1~rc1": {7, 2, 1},
	} {
		if v, err := Parse(s); err != nil || v != want {
			t.Errorf("%q: got %v, %v", s, v, err)
		}
	}
	for _, s := range []string{"", "6", "6.3.8.1", "6.3.x", "6.3.8x", "-1.0.0", "+6.3.8", "6.3.99999", "6..3", "6.3.", "garbage", "6-3"} {
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
		{"6.2.0", "6.2.0", false, false},
		{"6.3.1", "6.3.1", false, false},
		{"6.3.2", "6.3.2", true, false},
		{"6.3.8", "6.3.8", true, false},
		{"7.0.5", "7.0.5", true, false},
		{"7.1.0", "7.1.0", true, true},
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
}

// TestHost has a PCP of some version on the host.
func TestHost(t *testing.T) {
	for _, test := range []struct{ conf, version, reason string }{
		{"PCP_VERSION=6.3.8", "6.3.8", "PCP_VERSION=6.3.8 in $CONF"},
		{"PCP_VERSION=6.0.3-1", "6.0.3", "PCP_VERSION=6.0.3-1 in $CONF"},
		{"PCP_VERSION=6.2.0", "6.2.0", "PCP_VERSION=6.2.0 in $CONF, between the reproduced 6.0.3 and 6.3.8"},
		{"PCP_VERSION=7.2.1-2", "7.2.1", "PCP_VERSION=7.2.1-2 in $CONF, between the reproduced 6.3.8 and 7.2.2"},
		{"PCP_VERSION=5.3.7", "6.0.3", "the oldest: PCP_VERSION=5.3.7 in $CONF is older than those reproduced"},
		{"PCP_VERSION=6.0", "6.0.3", "the oldest: PCP_VERSION=6.0 in $CONF is older than those reproduced"},
		{"PCP_VERSION=8.0.0", "7.2.2", "the newest: PCP_VERSION=8.0.0 in $CONF is newer than those reproduced"},
		{"PCP_VERSION=garbage", "7.2.2", "the newest: PCP_VERSION=garbage in $CONF is no version"},
		{"PCP_VERSION=", "7.2.2", "the newest: PCP_VERSION= in $CONF is no version"},
	} {
		conf := filepath.Join(t.TempDir(), "pcp.conf")
		if err := os.WriteFile(conf, []byte(test.conf+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PCP_CONF", conf)
		r, err := Choose(func(string) (string, bool) { return "", false })
		want := strings.ReplaceAll(test.reason, "$CONF", conf)
		if err != nil || r.Version().String() != test.version || r.Reason() != want {
			t.Errorf("%s: got %s (%s), %v, want %s (%s)", test.conf, r.Version(), r.Reason(), err, test.version, want)
		}
	}
}

// FuzzParse parses a version again as it is written.
func FuzzParse(f *testing.F) {
	f.Add("6.0.3-1")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(v.String()); err != nil || again != v {
			t.Errorf("%q: %v, then %v, %v", text, v, again, err)
		}
		if got := Of(v).Version(); got.compare(Reproduced()[0]) < 0 || got.compare(newest) > 0 {
			t.Errorf("%q: as %v", text, got)
		}
	})
}

func TestChoose(t *testing.T) {
	conf := filepath.Join(t.TempDir(), "pcp.conf")
	if err := os.WriteFile(conf, []byte("PCP_VERSION=6.3.8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_CONF", conf)
	t.Setenv("PCP_VERSION", "7.2.2") // a fact about the host, not a choice
	with := func(value string) func(string) (string, bool) {
		return func(name string) (string, bool) { return value, name == variable && value != "none" }
	}
	r, err := Choose(with("none"))
	if err != nil || r.Version().String() != "6.3.8" || !strings.Contains(r.Reason(), conf) {
		t.Errorf("the host's: got %s (%s), %v", r.Version(), r.Reason(), err)
	}
	r, err = Choose(with("6.0.3"))
	if err != nil || r.Version().String() != "6.0.3" || !strings.Contains(r.Reason(), variable) {
		t.Errorf("6.0.3: got %s (%s), %v", r.Version(), r.Reason(), err)
	}
	for _, name := range []string{"", "6", "6.2.0", "6.0.3 "} {
		if _, err := Choose(with(name)); err == nil || !strings.Contains(err.Error(), "6.0.3, 6.3.8, 7.2.2") {
			t.Errorf("%q: got error %v, want the known ones", name, err)
		}
	}
}
