package hostile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
)

// daemons are agents, with a domain number and items that they have.
var daemons = []struct {
	name    string
	domain  uint32
	items   []uint32
	sockets bool // or pipes alone
}{
	{"simple", 253, []uint32{0, 1, 2, 3, 4}, true},
	{"sample", 29, []uint32{0, 3, 5, 6, 8, 37, 54, 136, 140, 1000}, true},
	{"mmv", 70, []uint32{0, 1}, false},
}

// buildDaemons builds them, and returns their directory.
func buildDaemons() (string, error) {
	var packages []string
	for _, d := range daemons {
		packages = append(packages, fmt.Sprintf("pcptools/libpcp/pmda/%s/pmda%[1]s", d.name))
	}
	return programs.Once(packages...)
}

// TestCampaignAgents has a pmcd send agents, on pipes and sockets, requests most
// of which are damaged, and go away. The agents end then, without a panic, and
// need no more memory than what has come is worth.
func TestCampaignAgents(t *testing.T) {
	bin, err := buildDaemons()
	if err != nil {
		t.Fatal(err)
	}
	r := campaign.Rand(t)
	runs, most, requests, replies := campaign.Tries(t, 6), int64(0), 0, 0
	for range runs {
		d := daemons[r.IntN(len(daemons))]
		input, n := requestsTo(r, d.domain, d.items)
		onSocket := d.sockets && r.IntN(2) == 0
		run := runDaemon(t, filepath.Join(bin, "pmda"+d.name), input, onSocket)
		what := fmt.Sprintf("pmda%s, socket %v, %d requests of %d bytes", d.name, onSocket, n, len(input))
		if run.Crashed() || bytes.Contains(run.Stderr, []byte("panic")) {
			t.Errorf("%s: status %d, endless %v\n%.4000s", what, run.Status, run.Endless, run.Stderr)
		}
		if allowed := int64(memoryBase + memoryFactor*len(input)); run.Peak > allowed {
			t.Errorf("%s: %d MB of memory, not up to %d", what, run.Peak>>20, allowed>>20)
		}
		most, requests, replies = max(most, run.Peak), requests+n, replies+count(run.Stdout)
	}
	t.Logf("%d runs, %d requests, %d replies on pipes, peak %d MB", runs, requests, replies, most>>20)
	if replies < requests/8 {
		t.Error("hardly any replies")
	}
}

// requestsTo are credentials and then requests to an agent, half of them
// damaged.
func requestsTo(r *rand.Rand, domain uint32, items []uint32) (input []byte, n int) {
	input = creds.Append(nil)
	n = 1 + r.IntN(400)
	for i := range n {
		b := anyRequest(r, domain, items).Append(nil)
		pdu.SetFrom(b, int32(r.IntN(4)))
		if d := &damages[r.IntN(len(damages))]; r.IntN(2) == 0 && len(input) < 8<<20 {
			if damaged := d.apply(r, b); i == n-1 || whole(damaged) {
				b = damaged
			}
		}
		input = append(input, b...)
	}
	return input, n
}

// whole reports whether b is PDUs to their ends, after which others can come.
func whole(b []byte) bool {
	for len(b) > 0 {
		_, one, err := pdu.Read(bytes.NewReader(b), nil, pdu.MaxLen)
		if err != nil {
			return false
		}
		b = b[len(one):]
	}
	return true
}

// count returns how many PDUs b has.
func count(b []byte) (n int) {
	for len(b) > 0 {
		_, one, err := pdu.Read(bytes.NewReader(b), nil, pdu.MaxLen)
		if err != nil {
			return n
		}
		b = b[len(one):]
		n++
	}
	return n
}

// anyRequest is what a pmcd could send.
func anyRequest(r *rand.Rand, domain uint32, items []uint32) pmcdtest.Message {
	id := func() libpcp.PMID {
		if r.IntN(8) == 0 {
			return libpcp.PMID(r.Uint32())
		}
		return libpcp.NewPMID(domain, uint32(r.IntN(2)), items[r.IntN(len(items))])
	}
	indom := libpcp.NewInDom(domain, uint32(r.IntN(8)))
	if r.IntN(8) == 0 {
		indom = libpcp.InDom(r.Uint32())
	}
	switch r.IntN(12) {
	case 0:
		p := libpcp.Profile{ExcludeAll: r.IntN(2) == 0}
		p.Add(indom, int32(r.IntN(5)), int32(r.Uint32()))
		return &pdu.Profile{Profile: p}
	case 1, 2:
		ids := make([]libpcp.PMID, 1+r.IntN(20))
		for i := range ids {
			ids[i] = id()
		}
		return &pdu.Fetch{IDs: ids}
	case 3:
		return &pdu.DescReq{PMID: id()}
	case 4:
		q := &pdu.InstanceReq{InDom: indom, Inst: libpcp.NullInst}
		switch r.IntN(3) {
		case 0:
			q.Inst = int32(r.IntN(1000))
		case 1:
			q.Name = "red"
		}
		return q
	case 5:
		return &pdu.TextReq{ID: libpcp.TextID{Kind: libpcp.TextKind(r.IntN(32)), Ident: uint32(id())}}
	case 6:
		return &pdu.LabelReq{ID: libpcp.LabelID{Class: libpcp.LabelClass(1 << r.IntN(8)), Ident: uint32(id())}}
	case 7:
		return &pdu.Result{Time: time.Unix(0, 0), Sets: []libpcp.ValueSet{{PMID: id(), Values: []libpcp.Value{{Inst: int32(r.IntN(4)) - 1, Word: r.Uint32()}}}}}
	case 8:
		return &pdu.Attr{Key: int32(r.IntN(16)), Payload: noise(r, r.IntN(20))}
	case 9:
		return &pdu.Error{Code: []libpcp.Error{libpcp.ErrNotConn, libpcp.ErrAgain, 0, 1}[r.IntN(4)]}
	case 10:
		return &pdu.PMNSTraverse{Name: []string{"", "sample", "simple", "mmv", "sample.secret"}[r.IntN(5)]}
	}
	return someMessages[r.IntN(len(someMessages))]
}

// runDaemon runs a daemon, with input from a pmcd at the other end of its
// connection, which is a socket or its standard input and output.
func runDaemon(t *testing.T, program string, input []byte, onSocket bool) *peak.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	u, err := user.Current() // of whom there may be no other
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-l", "-", "-U", u.Username)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PCP_CONF=/dev/null", "PCP_VAR_DIR=" + cmd.Dir, "PCP_TMP_DIR=" + cmd.Dir, "PCP_PMDAS_DIR=" + cmd.Dir}
	if !onSocket {
		cmd.Stdin = bytes.NewReader(input)
		return peak.Do(ctx, t, cmd)
	}
	// Short: the path of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "s")
	cmd.Args = append(cmd.Args, "-u", socket)
	var fed sync.WaitGroup
	fed.Go(func() { feed(ctx, socket, input) })
	run := peak.Do(ctx, t, cmd)
	cancel()
	fed.Wait()
	return run
}

// feed connects to a socket as soon as it is there, sends the input, and reads
// what comes until the end.
func feed(ctx context.Context, socket string, input []byte) {
	for ctx.Err() == nil {
		c, err := net.Dial("unix", socket)
		if err != nil {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		defer c.Close()
		go func() {
			c.Write(input)
			c.(*net.UnixConn).CloseWrite()
		}()
		io.Copy(io.Discard, c)
		return
	}
}
