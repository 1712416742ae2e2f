package proc

import (
	"strings"
	"testing"
)

func TestPredicate(t *testing.T) {
	v := &variables{
		numbers: map[string]float64{"uid": 5, "cpuburn": 0.25},
		text:    func(name string) string { return map[string]string{"fname": "bash", "uname": "joe"}[name] },
	}
	for _, test := range []struct {
		text, normal string
		holds        bool
	}{
		{`uid == 5`, `(uid == 5)`, true},
		{`! uid == 5 && true`, `((! (uid == 5)) && (true))`, false},
		{`true || false && false`, `((true) || ((false) && (false)))`, true},
		{`cpuburn >= .2 # busy` + "\n", `(cpuburn >= 0.200000)`, true},
		{`fname ~ /^ba\(s\|x\)h$/ && uname != "root"`, `((fname ~ "^ba\(s\|x\)h$") && (uname != "root"))`, true},
		{`fname !~ /sh|x/`, `(fname !~ "sh|x")`, true},
		{`fname ~ /[/`, `(fname ~ "[")`, false},
		{`fname !~ /[/`, `(fname !~ "[")`, false},
		{"#pmdahotproc\nVersion 1.0\n\nuid != 0", `(uid != 0)`, true},
	} {
		p, err := parsePredicate(test.text, func(string) {})
		if err != nil || p.String() != test.normal || p.holds(v) != test.holds {
			t.Errorf("%s: got %v, %v", test.text, p, err)
		}
	}
}

// TestBackReference has a pattern that is not supported: it is reported, and
// nothing matches.
func TestBackReference(t *testing.T) {
	var reports []string
	p, err := parsePredicate(`fname ~ /\(.\)\1/`, func(line string) { reports = append(reports, line) })
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(reports, "\n"); !strings.HasSuffix(got, errPattern.Error()+`: \(.\)\1`) {
		t.Errorf("reported %q", reports)
	}
	if p.holds(&variables{text: func(string) string { return "aa" }}) {
		t.Error("it matches")
	}
}

func TestPredicateErrors(t *testing.T) {
	for _, text := range []string{"uid", "uid == fname", "uid == 1 2", "(true", "Version 2.0\ntrue", "Version 1.0",
		strings.Repeat("!", 1<<16) + "true", strings.Repeat("(", 1<<16), strings.Repeat("true&&", 1<<16) + "true"} {
		reports := 0
		if p, err := parsePredicate(text, func(string) { reports++ }); err == nil || reports == 0 {
			t.Errorf("%.20s: got %v, %d reports", text, p, reports)
		}
	}
}

// FuzzPredicate has predicates mean what their normal form means.
func FuzzPredicate(f *testing.F) {
	f.Add(`uid == 5 && (fname ~ /^ba\(s*\|[^x]\)\b.$/ || !cpuburn > 0.5) # x`)
	f.Add("#pmdahotproc\nVersion 1.0\n\npsargs == \"a b\" || 4294967296 < gid")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePredicate(text, func(string) {})
		if err != nil || p == nil {
			return
		}
		p.holds(&variables{text: func(name string) string { return name }})
		if len(p.String()) == 0 {
			t.Error("no text")
		}
	})
}
