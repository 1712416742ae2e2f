//go:build unix

package mmv_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp/pmda"
	agent "pcptools/libpcp/pmda/mmv"
	"pcptools/libpcp/release"
)

// TestMessages has files that are damaged, and what PCP's agent of a release
// logs about them: TestMMVMessages in tests compares many more.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_TMP_DIR", dir)
	files := filepath.Join(dir, "mmv")
	if err := os.Mkdir(files, 0o755); err != nil {
		t.Fatal(err)
	}
	whole := capture(t, 2)
	for name, patch := range map[string]struct {
		at     int
		number uint32
	}{
		"version": {4, 7}, "flux": {16, 0}, "header": {24, 1}, "size": {24, 1000}, "cluster": {36, 4096},
		"values": {40 + 3*16 + 4, 1 << 20}, "item": {208, 1024}, "twice": {256, 1}, "whole": {},
	} {
		b := bytes.Clone(whole)
		if patch.at > 0 {
			binary.NativeEndian.PutUint32(b[patch.at:], patch.number)
		}
		write(t, filepath.Join(files, name), b)
	}
	write(t, filepath.Join(files, "short"), whole[:39])
	write(t, filepath.Join(files, "magic"), append([]byte("XXXX"), whole[4:]...))

	for version, want := range map[string]struct{ log, metrics string }{
		"6.3.8": {metrics: "Unknown metric name", log: `Warning: MMV: verify_metric_item2: invalid item 1024 (mmv.item.a.name.that.takes.more.than.the.sixty.three.characters.of.the.first.version) in item, ignored
Debug: MMV: verify_metric_item2: duplicate item 1 - [0] and [1] mmv.twice.short, second will be ignored
`},
		"7.2.2": {metrics: "6", log: `Error: mmv: cluster: choose_cluster failed
Info: mmv: flux: generation in flux, g1=7710546115523455671 g2=7710546115522723840
Error: mmv: header: bad header.doc 1, expecting at least 2
Error: mmv: magic: magic "XXX" not "MMV" as expected
Error: mmv: short: size 39 too small, expecting at least 40
Error: mmv: size: bad total size 2984, expecting 16040
Error: mmv: version version 7 unsupported (current is 1)
Error: verify_metric_item2: invalid item 1024 (mmv.item.a.name.that.takes.more.than.the.sixty.three.characters.of.the.first.version) in item, ignored
Error: verify_metric_item2: duplicate item 1 - [0] and [1] mmv.twice.short, second will be ignored
Error: mmv: values: values offset: 2984 < 33554728
`},
	} {
		v, err := release.Parse(version)
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		s := pmda.NewService(agent.NewFor(release.Of(v)), 70, pmda.NewLogger(&log, "agent"))
		if _, err := s.Lookup(context.Background(), client, "mmv.whole"); err == nil {
			t.Error("mmv.whole is a metric")
		}
		got := regexp.MustCompile(`(?m)^.* agent\(\d+\) `).ReplaceAllString(log.String(), "")
		if diff := cmp.Diff(want.log, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
		if got := value(t, s, "mmv.control.metrics"); got != want.metrics {
			t.Errorf("%s: %s metrics, want %s", version, got, want.metrics)
		}
		s.Close()
	}
}

func write(t *testing.T, file string, b []byte) {
	t.Helper()
	if err := os.WriteFile(file, b, 0o644); err != nil {
		t.Fatal(err)
	}
}
