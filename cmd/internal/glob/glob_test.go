package glob

import (
	"path"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"abc", "abc", true}, {"abc", "abcd", false}, {"*", "", true}, {"*", "/dev/sda1", true},
		{"sd*", "sda", true}, {"sd?", "sd", false}, {"sd?", "sda", true}, {"*a*b*", "xaybz", true}, {"*a*b", "xaybz", false},
		{"bin-[1-3]00", "bin-200", true}, {"bin-[1-3]00", "bin-400", false}, {"bin-[!1-3]00", "bin-400", true},
		{"[]x]", "]", true}, {"[a-]", "-", true}, {"[", "[", true}, {"[abc", "[abc", true}, {"[abc]", "[abc]", true},
		{`\*`, "*", true}, {`\*`, "x", false}, {`a\`, `a\`, true}, {"*.service", "pmcd.service", true}, {"a*a", "a", false},
	} {
		if got := Match(test.pattern, test.name); got != test.want {
			t.Errorf("Match(%q, %q) = %t", test.pattern, test.name, got)
		}
	}
	if Match(strings.Repeat("a*", 50)+"b", strings.Repeat("a", 5000)) {
		t.Error("matched")
	}
}

// FuzzGlob compares with path.Match, which takes slashes apart and refuses
// some patterns.
func FuzzGlob(f *testing.F) {
	f.Add("a*[b-d]?", "axxcz")
	f.Add("[^]a]*", "b")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		got := Match(pattern, name)
		if strings.ContainsAny(pattern+name, "/!") || !ascii(pattern+name) || pattern == name {
			return
		}
		if want, err := path.Match(pattern, name); err == nil && !strings.ContainsAny(pattern, `[\`) && got != want {
			t.Errorf("Match(%q, %q) = %t", pattern, name, got)
		}
	})
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
