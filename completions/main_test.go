package main

import (
	"bytes"
	"os"
	"testing"
)

func TestCurrent(t *testing.T) {
	tools, err := toolsIn("../cmd")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range scripts {
		want, err := script(name, tools)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its template makes (%v): run make completions", name, err)
		}
	}
}
