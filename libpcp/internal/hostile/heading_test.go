package hostile

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// holding is a source that holds back the values of a metric until it may have
// them.
type holding struct {
	*sourcetest.Memory
	id  libpcp.PMID
	may <-chan struct{}
}

func (s holding) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		if q, ok := q.(*libpcp.FetchQuery); ok && len(q.IDs) == 1 && q.IDs[0] == s.id {
			<-s.may
		}
	}
	s.Memory.Ask(ctx, queries...)
}

// TestHeadingAtOnce has a first sample take its time: the heading of pmval is
// there before, with and without instances.
func TestHeadingAtOnce(t *testing.T) {
	for _, metric := range []string{"memory.load", "memory.one"} {
		src, may := sourcetest.NewMemory(1), make(chan struct{})
		id := sourcetest.Direct(src).Lookup(t.Context(), []string{metric})[0].ID
		address := pmcdtest.Listen(t, pmcdtest.Serve(holding{src, id, may}, pmcdtest.AllFeatures))
		bin, err := programs.Tools()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, filepath.Join(bin, "pmval"), "-s", "1", "-h", address, metric)
		cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PCP_CONF=/dev/null", "PCP_DERIVED_CONFIG=", "PMCD_REQUEST_TIMEOUT=10"}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		before, after := "", ""
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if after += lines.Text() + "\n"; before == "" && strings.HasPrefix(lines.Text(), "samples:") {
				before, after = after, ""
				close(may)
			}
		}
		if err := cmd.Wait(); err != nil || before == "" || !strings.Contains(after, " 32") {
			t.Errorf("%s: %v, before the sample\n%sbehind it\n%s", metric, err, before, after)
		}
		if before == "" {
			close(may)
		}
		cancel()
	}
}
