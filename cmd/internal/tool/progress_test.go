package tool

import (
	"bytes"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// shared is a terminal that is written to by several.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shared) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.text.String()
	s.text.Reset()
	return text
}

func TestProgressLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shared
		env := &Env{Name: "x", Stdout: NewOutput(&s, true)}
		env.talk(&s)
		p := env.Progress
		expect := func(when, want string) {
			t.Helper()
			synctest.Wait()
			if got := s.take(); got != want {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		p.Begin("reading", 0)
		time.Sleep(900 * time.Millisecond)
		expect("before a second", "")
		time.Sleep(200 * time.Millisecond)
		expect("after a second", "\rx: reading, 1 s\x1b[K")
		p.Begin("counting", 7)
		p.Step(3)
		time.Sleep(time.Second)
		expect("with steps", "\rx: counting 3 of 7, 2 s\x1b[K")
		env.Stdout.WriteString("out\n")
		expect("output", "\r\x1b[Kout\n")
		time.Sleep(900 * time.Millisecond)
		env.Stderr.Write([]byte("err\n"))
		expect("an error soon after", "err\n")
		time.Sleep(1100 * time.Millisecond)
		expect("quiet again", "\rx: counting 3 of 7, 4 s\x1b[K")
		p.End()
		expect("the end", "\r\x1b[K")
		p.End()
		time.Sleep(3 * time.Second)
		expect("after the end", "")
		p.Begin("again", 0)
		p.End()
		time.Sleep(3 * time.Second)
		expect("quick work", "")
	})
	var nobody *Progress
	nobody.Begin("x", 1)
	nobody.Step(1)
	nobody.End()
}

// advised is an error with advice.
type advised struct{}

func (advised) Error() string  { return "no" }
func (advised) Advice() string { return "try this" }

func TestReportAdvice(t *testing.T) {
	var s shared
	env := &Env{Name: "x", Stdout: NewOutput(&s, false), Stderr: &s}
	if status := Report(env, advised{}); status != 1 || s.take() != "x: no\n" {
		t.Error("not on a terminal")
	}
	env.talk(&s)
	if status := Report(env, advised{}); status != 1 || s.take() != "x: no\ntry this\n" {
		t.Error("on a terminal")
	}
}
