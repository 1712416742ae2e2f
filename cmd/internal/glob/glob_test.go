package glob

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"abc", "abc", true}, {"abc", "abcd", false}, {"*", "", true}, {"*", "/dev/sda1", true},
		{"sd*", "sda", true}, {"sd?", "sd", false}, {"sd?", "sda", true}, {"*a*b*", "xaybz", true}, {"*a*b", "xaybz", false},
		{"bin-[1-3]00", "bin-200", true}, {"bin-[1-3]00", "bin-400", false}, {"bin-[!1-3]00", "bin-400", true},
		{"[x/]", "/", true}, {"?", "é", true}, {"*[kw*", "1 [kworker]", true}, {"[", "[", true}, {"[abc", "[abc", true}, {"[abc]", "[abc]", true}, {`\[x[*`, "[x[y", true},
		{`\*`, "*", true}, {`\*`, "x", false}, {`a\`, `a\`, true}, {"*.service", "pmcd.service", true}, {"a*a", "a", false},
	} {
		if got := Match(test.pattern, test.name); got != test.want {
			t.Errorf("Match(%q, %q) = %t", test.pattern, test.name, got)
		}
	}
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"1234", "001234 /bin/sh", true}, {"001234", "001234 /bin/sh", true}, {"*sh", "001234 /bin/sh", true}, {"34", "001234 /bin/sh", false},
		{"123", "001234 /bin/sh", false}, {"1", "1 minute", true}, {"1", "01", false}, {"0", "000000 idle", true}, {"", "1 minute", false},
		{"sh", "001234 /bin/sh -c x", true}, {"sh", "001234 sh", true}, {"h", "001234 /bin/sh", false}, {"minute", "1 minute", false}, {".", "001234 ", false},
	} {
		if got := Instance(test.pattern, test.name); got != test.want {
			t.Errorf("Instance(%q, %q) = %t", test.pattern, test.name, got)
		}
	}
	if Match(strings.Repeat("a*", 50)+"b", strings.Repeat("a", 5000)) {
		t.Error("matched")
	}
}

// FuzzGlob has a name match patterns that are made of it.
func FuzzGlob(f *testing.F) {
	f.Add("a*[b-d]?", 2)
	f.Add("[^]a]*/x", 0)
	f.Fuzz(func(t *testing.T, name string, at int) {
		quoted := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace
		at = min(max(at, 0), len(name))
		for _, pattern := range []string{quoted(name), quoted(name[:at]) + "*", "*" + quoted(name[at:])} {
			if utf8.ValidString(name) && !Match(pattern, name) {
				t.Errorf("%q does not match %q", pattern, name)
			}
		}
	})
}
