package pmcdtest_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// stores keeps what is stored.
type stores struct {
	*sourcetest.Memory
	mu   sync.Mutex
	sets []libpcp.ValueSet
}

// Ask implements [libpcp.Source].
func (s *stores) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, s.Memory, queries, func(q libpcp.Query) bool {
		store, ok := q.(*libpcp.StoreQuery)
		if ok {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.sets = append(s.sets, store.Result.Sets...)
		}
		return ok
	})
}

// stored returns what has been stored so far.
func (s *stores) stored() []libpcp.ValueSet {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sets
}

// TestForcedStore stores in metrics without values. PCP's pmstore stores
// in an instance of a number that happens to be in its memory, and then crashes;
// ours in those of -i, or none.
func TestForcedStore(t *testing.T) {
	bin, err := programs.Once("pcptools/cmd/pmstore")
	if err != nil {
		t.Fatal(err)
	}
	ours := filepath.Join(bin, "pmstore")
	for _, test := range []struct {
		args []string
		want string
		inst int32
	}{
		{[]string{"memory.one"}, "memory.one old value=\"(none)\" new value=7\n", libpcp.NullInst},
		{[]string{"memory.load"}, "memory.load inst [-1] old value=\"(none)\" new value=7\n", libpcp.NullInst},
		{[]string{"-i", "five", "memory.load"}, "memory.load inst [5 or \"five\"] old value=\"(none)\" new value=7\n", 5},
	} {
		src := &stores{Memory: sourcetest.NewMemory(0)}
		for i := range src.Metrics {
			src.Metrics[i].Values.Values = nil
		}
		for _, instances := range src.InDoms {
			instances[1].Name = "five"
		}
		address := pmcdtest.Listen(t, pmcdtest.Serve(src, pmcdtest.AllFeatures))
		args := append(append([]string{"-h", address, "-f"}, test.args...), "7")
		out, err := exec.Command(ours, args...).CombinedOutput()
		if err != nil || string(out) != test.want {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		if sets := src.stored(); len(sets) != 1 || len(sets[0].Values) != 1 || sets[0].Values[0].Inst != test.inst {
			t.Errorf("%q stored %v, want instance %d", args, sets, test.inst)
		}
		// If it no longer differs, it leaves the list of intended differences.
		if genuine := need.ToolIfAny(t, "pmstore"); genuine != "" {
			out, err := exec.Command(genuine, args...).CombinedOutput()
			if err == nil && string(out) == test.want {
				t.Errorf("%q: the genuine tool prints the same", args)
			}
		}
	}
}
