package linux

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// TestReportUnknown warns once of each field that no metric has, of the sections
// with metrics, as PCP's agent does. Metrics of a newer release are none.
func TestReportUnknown(t *testing.T) {
	for _, version := range []string{"6.0.3", "7.2.2"} {
		t.Run(version, func(t *testing.T) { testReportUnknown(t, version) })
	}
}

func testReportUnknown(t *testing.T, version string) {
	v, err := release.Parse(version)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	t.Setenv("LINUX_STATSPATH", root)
	for name, text := range map[string]string{
		"netstat": "TcpExt: SyncookiesSent New1 SyncookiesRecv New2 TCPAORequired\nTcpExt: 1 2 3 4 5\nOther: New3\nOther: 1\nIpExt: InNoRoutes New4\nIpExt: 5 6\n",
		"snmp":    "Ip: Forwarding New5\nIp: 1 2\nTcp: RtoMin CurrEstab\nTcp: 1 2\nNew: New6\nNew: 1\n",
	} {
		path := filepath.Join(root, "proc/net", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var log strings.Builder
	s := pmda.NewService(NewFor(release.Of(v)), 60, pmda.NewLogger(&log, "test"))
	defer s.Close()
	for range 2 {
		for _, id := range []libpcp.PMID{libpcp.NewPMID(60, 53, 0), libpcp.NewPMID(60, 14, 58)} {
			if _, err := s.Fetch(t.Context(), &pmda.Client{}, []libpcp.PMID{id}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []string
	for line := range strings.Lines(log.String()) {
		if _, warning, ok := strings.Cut(line, ": proc_net_"); ok {
			got = append(got, "proc_net_"+strings.TrimSpace(warning))
		}
	}
	want := []string{`proc_net_netstat: TcpExt: unknown field[#1] "New1"`, `proc_net_netstat: TcpExt: unknown field[#3] "New2"`,
		`proc_net_netstat: IpExt: unknown field[#1] "New4"`, `proc_net_netstat: Ip: unknown field[#1] "New5"`}
	if version == "6.0.3" {
		want = slices.Insert(want, 2, `proc_net_netstat: TcpExt: unknown field[#4] "TCPAORequired"`)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), &log)
	}
}
