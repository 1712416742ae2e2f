package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	if err := run(ctx, dir); err != nil {
		t.Fatal(err)
	}
	var f factory
	text, err := os.ReadFile(filepath.Join(dir, "data.json"))
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil || len(f.Products) != 3 || f.Products[1].Name != "Rockets" {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestMade(t *testing.T) {
	f := factory{Products: make([]product, 2)}
	f.made(1, 7*time.Microsecond)
	if want := (product{Queue: 7}); f.Products[0] != want {
		t.Errorf("the other: %+v", f.Products[0])
	}
	if want := (product{Count: 1, Time: 7}); f.Products[1] != want {
		t.Errorf("the one: %+v", f.Products[1])
	}
}
