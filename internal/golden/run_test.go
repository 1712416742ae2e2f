package golden

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

func TestRun(t *testing.T) {
	run := Runner(func(ctx context.Context, p Process) int {
		switch p.Args[0] {
		case "panic":
			panic("at the disco")
		case "wait":
			<-ctx.Done()
		}
		fmt.Fprint(p.Stdout, p.Environ, p.Args)
		fmt.Fprint(p.Stderr, "x\n")
		return 3
	})
	r, err := run.Run(t.Context(), Process{Environ: []string{"A=1"}, Args: []string{"b"}})
	if err != nil || r.Text() != "1|[A=1] [b]\n\\ no newline at the end\n2|x\n= 3\n" {
		t.Errorf("%v, %q", err, r.Text())
	}
	if _, err := run.Run(t.Context(), Process{Args: []string{"panic"}}); err == nil || !strings.Contains(err.Error(), "panic: at the disco") {
		t.Error(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if _, err := run.Run(t.Context(), Process{Args: []string{"wait"}}); err == nil {
			t.Error("waits for ever")
		}
	})
}

func TestRoom(t *testing.T) {
	recordings := t.TempDir()
	for _, name := range []string{"archives", "zones"} {
		if err := os.Mkdir(filepath.Join(recordings, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(recordings, name, "a"), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	room, err := NewRoom(t.TempDir(), recordings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(room.Dir, "b"), []byte("left"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"map[b:[108 101 102 116]]", "map[]"} {
		if left, err := room.Leftovers(); err != nil || fmt.Sprint(left) != want {
			t.Errorf("%v, %v", left, err)
		}
	}
}
