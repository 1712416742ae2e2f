package pmns

import (
	"context"
	"sync"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// TestTogether has duplicates of a source that share a name space, each used by
// a goroutine of its own; it is loaded once.
func TestTogether(t *testing.T) {
	loads := 0
	first := OverrideLocal(again{sourcetest.NewMemory(1)}, func() (*Tree, error) {
		loads++
		return Load("main", Options{Files: map[string]string{"main": "root {\n a\n one 1:0:1\n}\na {\n b 1:0:0\n}\n"}})
	}, nil)
	var all sync.WaitGroup
	for range 8 {
		src, err := libpcp.Duplicate(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			if r := sourcetest.Direct(src).Lookup(t.Context(), []string{"a.b"}); r[0].ID != libpcp.NewPMID(1, 0, 0) {
				t.Errorf("looked up: %v", r)
			}
			if names, err := sourcetest.Direct(src).Names(t.Context(), libpcp.NewPMID(1, 0, 1)); len(names) != 1 || names[0] != "one" {
				t.Errorf("names: %v, %v", names, err)
			}
		})
	}
	all.Wait()
	if loads != 1 {
		t.Errorf("loaded %d times", loads)
	}
}

// again is a source that can be duplicated.
type again struct{ *sourcetest.Memory }

func (a again) Duplicate(context.Context) (libpcp.Source, error) { return a, nil }
