//go:build unix

package tests

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

// TestMMVDaemon runs our mmv agent under PCP's pmcd in the place of
// PCP's, on the same file, and compares what PCP's tools see.
func TestMMVDaemon(t *testing.T) {
	need.PCP(t)
	bin := buildAgents(t, "pcptools/libpcp/pmda/mmv/pmdammv")
	program := filepath.Join(bin, "pmdammv")
	theirs, ours := world.StartWith(t, world.Options{}), world.StartWith(t, world.Options{Programs: map[string]string{"mmv": program}})
	for _, line := range []string{
		"pminfo mmv",
		"pminfo -dfmtTlM mmv",
		"pminfo -I mmv",
		"pmprobe -v mmv",
		"pmprobe -I mmv",
		"pmstore mmv.control.reload 1",
		"pminfo -f mmv",
		"pmstore mmv.control.debug 1",
		"pmstore mmv.control.debug -1",
		"pmstore mmv.acme.staff 1",
		"pminfo -f mmv.nosuch mmv.acme.nosuch",
		"pmval -s 2 -t 0.1 mmv.acme.staff",
	} {
		words := strings.Fields(line)
		if diff := cmp.Diff(genuine(t, theirs, words), genuine(t, ours, words)); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", line, diff)
		}
	}
}

// TestMMVMessages compares what the agents of each release log about damaged
// files, and how many files and metrics they count.
func TestMMVMessages(t *testing.T) {
	bin := buildAgents(t, "pcptools/libpcp/pmda/mmv/pmdammv")
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		dir := t.TempDir()
		writeMMVDamage(t, mmvDir(t, dir, "damaged"))
		writeFile(t, filepath.Join(dir, "pmns"), "root {\n\tmmv\t70:*:*\n}\n")
		genuine := mmvLog(t, in, dir, filepath.Join(in.Conf("PCP_PMDAS_DIR"), "mmv"))
		if diff := cmp.Diff(genuine, mmvLog(t, in, dir, bin)); diff != "" {
			t.Errorf("-genuine +ours:\n%s", diff)
		}
		if want := "duplicate item 2"; !strings.Contains(genuine, want) {
			t.Errorf("no %q:\n%s", want, genuine)
		}
	})
}

// writeMMVDamage writes files, each with a damage that no agent of PCP dies of.
func writeMMVDamage(t *testing.T, files string) {
	whole := oldShop(t, filepath.Join(t.TempDir(), "whole"))
	for _, n := range []int{0, 39, 40, 60, 119, 640} {
		writeFile(t, filepath.Join(files, fmt.Sprint("cut", n)), string(whole[:n]))
	}
	for i, magic := range []string{"MMVX", "M", "a\n"} {
		b := append([]byte(magic + "\x00\x00\x00")[:4:4], whole[4:]...)
		writeFile(t, filepath.Join(files, fmt.Sprint("magic", i)), string(b))
	}
	for _, name := range slices.Sorted(maps.Keys(damage)) {
		if strings.Contains(name, "far") || strings.Contains(name, "negative") || strings.Contains(name, "generation") {
			continue
		}
		b := slices.Clone(whole)
		for i, v := range damage[name].values {
			binary.NativeEndian.PutUint32(b[damage[name].at+4*i:], uint32(v))
		}
		writeFile(t, filepath.Join(files, strings.ReplaceAll(name, " ", "_")), string(b))
	}
}

// mmvLog asks the agent of a directory for its counts, and returns them and the
// log.
func mmvLog(t *testing.T, in *tree.Tree, dir, agents string) string {
	t.Helper()
	user, err := user.Current() // the agent need not become another
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "log")
	os.Remove(log)
	cmd := in.Command(t.Context(), "/usr/bin/dbpmda", "-n", filepath.Join(dir, "pmns"))
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TZ=UTC", "PCP_USER=" + user.Username, "PCP_DERIVED_CONFIG=", "PCP_TMP_DIR=" + filepath.Join(dir, "damaged")}
	cmd.Stdin = strings.NewReader(fmt.Sprintf("open pipe %s -d 70 -l %s\nfetch 70.0.2\nfetch 70.0.3\nclose\nquit\n",
		filepath.Join(agents, "pmdammv"), log))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := regexp.MustCompile(`value .*|Unknown.*`).FindAllString(string(out), -1)
	for _, line := range regexp.MustCompile(`(Error|Warning|Info|Debug): .*`).FindAllString(string(text), -1) {
		// For a file that is being written the agent reads all again, by each
		// request that it thinks needs it.
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
