package main

import (
	"testing"
	"time"

	"pcptools/libpcp/trace"
)

// TestWithoutAgent has the program do its work where no agent is asked.
func TestWithoutAgent(t *testing.T) {
	tracer := &trace.Client{NoAgent: true}
	if err := once(tracer, time.Millisecond); err != nil {
		t.Error(err)
	}
	if err := parallel(tracer, works(time.Millisecond), 2); err != nil {
		t.Error(err)
	}
}
