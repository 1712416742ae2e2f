package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// derivedMetrics is how many metrics are defined, one of each form in turn.
const derivedMetrics = 50

// Forms of definitions over a counter COUNTER and the others A, B and C of one
// instance domain.
var derivedForms = []string{
	"rate(COUNTER)",
	"100 * A / sum(A)",
	"A + B * 2",
	"A > 500 ? B : B / 2",
	"matchinst(/[02468]$/, B)",
	"delta(COUNTER)",
	"avg(A) + max(B) - min(C)",
	"count(A)",
	"B - C / 7",
	"instant(COUNTER) / 1000",
}

// derived compares the tools on derived metrics, over the large archive and
// over the pmcd.
func (b *bench) derived() error {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	base, err := large(b.cache)
	if err != nil {
		return err
	}
	large := filepath.Join(dir, "large.conf")
	err = writeDerived(large, func(i int) (counter, a, b, c string) {
		return largeName(4 * i % largeMetrics), largeName((4*i + 2) % largeMetrics), largeName((4*i + 6) % largeMetrics), largeName((4*i + 3) % largeMetrics)
	})
	if err != nil {
		return err
	}
	on := *b
	on.env = []string{"PCP_DERIVED_CONFIG=" + large}
	if err := on.onArchives("derived", []string{
		"pmprobe -v -O -0 -a ARCHIVE bench",
		"pmprobe -v -O 36hour -a ARCHIVE bench",
		"pminfo -d -a ARCHIVE bench",
		"pmval -t 1min -T 8hour -a ARCHIVE bench.m00",
	}, base, base); err != nil {
		return err
	}
	live := filepath.Join(dir, "live.conf")
	err = writeDerived(live, func(i int) (counter, a, b, c string) {
		kind := []string{"long", "ulong", "float", "double"}[i%4]
		return "sample." + kind + ".bin_ctr", "sample." + kind + ".bin", "sample.bin", "sample.bucket"
	})
	if err != nil {
		return err
	}
	on.env = []string{"PCP_DERIVED_CONFIG=" + live}
	return on.withWorld(func() error { return on.live([]string{"pmprobe -v bench"}) })
}

func largeName(i int) string { return fmt.Sprintf("large.group%d.metric%02d", i%10, i) }

// writeDerived writes the definitions bench.m00 and so on. Operands names the
// metrics that take the places in the forms.
func writeDerived(path string, operands func(i int) (counter, a, b, c string)) error {
	var text strings.Builder
	for i := range derivedMetrics {
		counter, a, b, c := operands(i)
		form := derivedForms[i%len(derivedForms)]
		fmt.Fprintf(&text, "bench.m%02d = %s\n", i, strings.NewReplacer("COUNTER", counter, "A", a, "B", b, "C", c).Replace(form))
	}
	return os.WriteFile(path, []byte(text.String()), 0o666)
}
