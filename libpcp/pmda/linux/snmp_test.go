package linux

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// TestSameLength fetches twice from a file that has the same length both times,
// while its numbers have not.
func TestSameLength(t *testing.T) {
	root := t.TempDir()
	t.Setenv("LINUX_STATSPATH", root)
	s := pmda.NewService(New(), 60, nil)
	defer s.Close()
	for _, file := range []struct {
		numbers string
		want    uint64
	}{
		{"Icmp: 1000000\nTcp: RtoMin CurrEstab InSegs\nTcp: 200 1 7777\n", 1},
		{"Icmp: 1\nTcp: RtoMin CurrEstab InSegs\nTcp: 200 1000000 7777\n", 1000000},
	} {
		path := filepath.Join(root, "proc/net/snmp")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("Icmp: InMsgs\n"+file.numbers), 0o644); err != nil {
			t.Fatal(err)
		}
		established := libpcp.NewPMID(60, 14, 58)
		sets, err := s.Fetch(t.Context(), &pmda.Client{}, []libpcp.PMID{established}, nil)
		if err != nil || len(sets[0].Values) != 1 {
			t.Fatal(sets, err)
		}
		got, err := libpcp.Extract(sets[0].Format, sets[0].Values[0], libpcp.TypeU64, libpcp.TypeU64)
		if err != nil || got.Uint64() != file.want {
			t.Errorf("%d, %v, want %d", got.Uint64(), err, file.want)
		}
	}
}
