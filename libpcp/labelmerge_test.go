package libpcp_test

import (
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
)

func TestMergeLabels(t *testing.T) {
	golden(t, "labels.txt", func(t *testing.T, line string, _ []string) {
		input, want, _ := strings.Cut(line, " => ")
		words := strings.Split(input, " ")
		var keep func(libpcp.Label) bool
		if words[0] == "1" {
			keep = func(l libpcp.Label) bool { return !l.Optional() }
		}
		got, err := libpcp.MergeLabels(keep, labelSets(t, words[1:])...)
		code, text, _ := strings.Cut(want, " ")
		if err != nil {
			if code != outcome(libpcp.Atom{}, err) {
				t.Errorf("%s: %v", line, err)
			}
			return
		}
		if got.JSON != text {
			t.Errorf("%s\n got %s", line, got.JSON)
		}
	})
}

// labelSets reads the notation of the golden table: "-" for no set, "!" for
// one with an error, else {NAME=FLAGS=VALUE TAB …} with ~ for a blank.
func labelSets(t *testing.T, words []string) []libpcp.LabelSet {
	t.Helper()
	var sets []libpcp.LabelSet
	for _, w := range words {
		switch {
		case w == "-" || w == "!":
			sets = append(sets, libpcp.LabelSet{Err: libpcp.ErrGeneric})
		case w == "{}":
			sets = append(sets, libpcp.LabelSet{})
		default:
			var s libpcp.LabelSet
			for _, label := range strings.Split(w[1:len(w)-1], "\t") {
				f := strings.SplitN(strings.ReplaceAll(label, "~", " "), "=", 3)
				s.Labels = append(s.Labels, libpcp.Label{Name: f[0], Flags: uint8(number(t, f[1])), Value: f[2]})
			}
			sets = append(sets, s)
		}
	}
	return sets
}

func TestMergeLabelsTooLong(t *testing.T) {
	half := strings.Repeat("1", 33000)
	sets := []libpcp.LabelSet{
		{Labels: []libpcp.Label{{Name: "a", Value: half}}},
		{Labels: []libpcp.Label{{Name: "b", Value: half[:65531-33000-len(`{"a":,"b":}`)]}}},
	}
	if got, err := libpcp.MergeLabels(nil, sets...); err != nil || len(got.JSON) != 65531 {
		t.Errorf("the longest text: %d bytes, %v", len(got.JSON), err)
	}
	sets[1].Labels[0].Value += "1"
	if _, err := libpcp.MergeLabels(nil, sets...); libpcp.ErrorText(err) != "Argument list too long" {
		t.Errorf("a longer text: %v", err)
	}
}

// FuzzMergeLabels looks for panics, and for labels out of order or doubled
// when those merged are neither.
func FuzzMergeLabels(f *testing.F) {
	f.Add("a b c", "b d")
	f.Add("", "a")
	f.Add("hostname z", "a hostname")
	f.Fuzz(func(t *testing.T, general, particular string) {
		a, b := sortedLabels(general), sortedLabels(particular)
		got, err := libpcp.MergeLabels(nil, a, b)
		if err != nil {
			return
		}
		last := ""
		for i, l := range got.Labels {
			if i > 0 && l.Name <= last {
				t.Fatalf("%q after %q", l.Name, last)
			}
			last = l.Name
		}
		if n := len(got.Labels); n < len(a.Labels) || n < len(b.Labels) || n > len(a.Labels)+len(b.Labels) {
			t.Fatalf("%d and %d labels became %d", len(a.Labels), len(b.Labels), n)
		}
	})
}

func sortedLabels(names string) libpcp.LabelSet {
	var s libpcp.LabelSet
	fields := strings.Fields(names)
	slices.Sort(fields)
	for _, name := range slices.Compact(fields) {
		s.Labels = append(s.Labels, libpcp.Label{Name: name})
	}
	return s
}

func BenchmarkMergeLabels(b *testing.B) {
	context := sortedLabels("domainname groupid hostname machineid userid")
	domain, instance := sortedLabels("agent"), sortedLabels("device_type indom_name")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := libpcp.MergeLabels(nil, context, domain, instance); err != nil {
			b.Fatal(err)
		}
	}
}
