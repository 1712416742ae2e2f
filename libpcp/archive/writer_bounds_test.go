package archive

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// TestWriterLabels has labels that can just be recorded, and that cannot.
func TestWriterLabels(t *testing.T) {
	item := libpcp.LabelID{Class: libpcp.LabelItem, Ident: 1}
	many := func(n int) (labels []libpcp.Label) {
		for i := range n {
			labels = append(labels, libpcp.Label{Name: fmt.Sprint("n", i), Value: "1"})
		}
		return labels
	}
	of := func(labels ...libpcp.Label) []libpcp.LabelSet {
		return []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: labels}}
	}
	value := func(n int) libpcp.Label { return libpcp.Label{Name: "n", Value: strings.Repeat("9", n)} }
	const room = logfile.MaxLabelJSON - len(`{"n":,}`)
	for _, test := range []struct {
		name string
		id   libpcp.LabelID
		sets []libpcp.LabelSet
		want error
	}{
		{"a name of 255 bytes", item, of(libpcp.Label{Name: strings.Repeat("n", 255), Value: "1"}), nil},
		{"a name of 256 bytes", item, of(libpcp.Label{Name: strings.Repeat("n", 256), Value: "1"}), syscall.EINVAL},
		{"no name", item, of(libpcp.Label{Value: "1"}), syscall.EINVAL},
		{"as many as possible", item, of(many(logfile.MaxLabels)...), nil},
		{"one more", item, of(many(logfile.MaxLabels + 1)...), libpcp.ErrTooBig},
		{"as long as possible", item, of(value(room)), nil},
		{"one byte more", item, of(value(room + 1)), libpcp.ErrTooBig},
		{"instances", libpcp.LabelID{Class: libpcp.LabelInstances}, []libpcp.LabelSet{{Inst: 3}, {Inst: 4}}, nil},
		{"an instance of another class", item, []libpcp.LabelSet{{Inst: 3}}, libpcp.ErrInst},
		{"two classes", libpcp.LabelID{Class: libpcp.LabelItem | libpcp.LabelDomain}, of(), syscall.EINVAL},
		{"no class", libpcp.LabelID{}, of(), syscall.EINVAL},
		{"a higher class", libpcp.LabelID{Class: libpcp.LabelInstances << 1}, of(), syscall.EINVAL},
		{"an error", item, []libpcp.LabelSet{{Inst: libpcp.NullInst, Err: libpcp.ErrAgain}}, nil},
		{"an error and labels", item, []libpcp.LabelSet{{Inst: libpcp.NullInst, Err: libpcp.ErrAgain, Labels: many(1)}}, syscall.EINVAL},
		{"a positive error", item, []libpcp.LabelSet{{Inst: libpcp.NullInst, Err: libpcp.Error(1)}}, syscall.EINVAL},
	} {
		if _, err := checkLabelSets(test.id, test.sets); !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	given := of(libpcp.Label{Name: "n", Value: "1", Flags: 0xff}, libpcp.Label{Name: "m", Value: "1"})
	sets, err := checkLabelSets(item, given)
	must(t, err)
	want := []uint8{uint8(libpcp.LabelItem) | libpcp.LabelCompound | libpcp.LabelOptional, uint8(libpcp.LabelItem)}
	if got := sets[0].Labels; got[0].Flags != want[0] || got[1].Flags != want[1] || given[0].Labels[0].Flags != 0xff {
		t.Errorf("flags %#x and %#x, want %#x; those given became %#x", got[0].Flags, got[1].Flags, want, given[0].Labels[0].Flags)
	}
}

// TestWriterTexts records a text of each kind.
func TestWriterTexts(t *testing.T) {
	w, base := create(t, WriterOptions{})
	describe(t, w)
	must(t, w.AddInstances(at(0), disks, instances("sda")))
	texts := make(map[libpcp.TextID]string)
	for _, form := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
		texts[libpcp.TextID{Kind: form | libpcp.TextPMID, Ident: uint32(opens.PMID)}] = fmt.Sprint("metric ", form)
		texts[libpcp.TextID{Kind: form | libpcp.TextInDom, Ident: uint32(disks)}] = fmt.Sprint("domain ", form)
	}
	for id, text := range texts {
		must(t, w.AddText(id, text))
	}
	for _, kind := range []libpcp.TextKind{0, libpcp.TextPMID, libpcp.TextOneLine | libpcp.TextHelp | libpcp.TextPMID, libpcp.TextOneLine | libpcp.TextPMID | libpcp.TextInDom} {
		if err := w.AddText(libpcp.TextID{Kind: kind}, "x"); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("kind %d: %v", kind, err)
		}
	}
	must(t, w.Append(&libpcp.Result{Time: at(1), Sets: []libpcp.ValueSet{set(t, opens, 0, libpcp.Uint32Atom(1))}}), w.Close())
	a, err := Open(t.Context(), base, Options{})
	must(t, err)
	defer a.Close()
	for id, want := range texts {
		if got, err := sourcetest.Direct(a).Text(t.Context(), id); err != nil || got != want {
			t.Errorf("%+v: %q, %v, want %q", id, got, err, want)
		}
	}
}

// TestWriterNames has the names that PMNS(5) allows.
func TestWriterNames(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "A.b_1": true, "zZ.aA09": true, "": false, "a.": false, ".a": false, "a..b": false, "1a": false, "_a": false, "a.1": false, "a-b": false,
		"a[": false, "a@": false, "a`": false, "a{": false, "[": false, "@": false, "`": false, "{": false, "a/": false, "a:": false, "é": false,
	} {
		if libpcp.ValidName(name) != want {
			t.Errorf("%q: want %t", name, want)
		}
	}
}
