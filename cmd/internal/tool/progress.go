package tool

import (
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long a command works in silence before it shows its step, and
// how often it does then.
const patience = time.Second

// Progress is a line at the bottom of a terminal that shows what a command is
// doing after a second without output. Output of the command clears the line. A
// nil *Progress, as where standard error is no terminal, does nothing.
type Progress struct {
	name string
	w    io.Writer

	quiet atomic.Bool // see Env.Quietly

	mu          sync.Mutex
	timer       *time.Timer // nil while idle
	what        string
	since       time.Time // the work has been going on
	done, total int
	shown       bool
}

// Begin begins work described like "reading archive x"; total is its number of
// steps, 0 if unknown.
func (p *Progress) Begin(what string, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what, p.done, p.total = what, 0, total
	if p.timer == nil {
		p.since = time.Now()
		p.timer = time.AfterFunc(patience, p.show)
	}
}

// Step counts n more steps.
func (p *Progress) Step(n int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.done += n
	p.mu.Unlock()
}

// End clears the line: the work is done.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	p.clear()
}

// show writes the line, and sees to the next.
func (p *Progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil {
		return
	}
	p.w.Write(p.line())
	p.shown = true
	p.timer.Reset(patience)
}

// line is the text, over what stood there before.
func (p *Progress) line() []byte {
	line := append([]byte("\r"), p.name...)
	line = append(append(line, ": "...), p.what...)
	if p.done > 0 {
		line = strconv.AppendInt(append(line, ' '), int64(p.done), 10)
	}
	if p.done > 0 && p.total > 0 {
		line = strconv.AppendInt(append(line, " of "...), int64(p.total), 10)
	}
	line = append(line, ", "...)
	line = strconv.AppendInt(line, int64(time.Since(p.since)/time.Second), 10)
	return append(line, " s\x1b[K"...)
}

func (p *Progress) clear() {
	if p.shown {
		p.w.Write([]byte("\r\x1b[K"))
		p.shown = false
	}
}

// makeRoom clears the line for f to write something else, after which it takes
// another second until it is there again.
func (p *Progress) makeRoom(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	f()
	if p.timer != nil {
		p.timer.Reset(patience)
	}
}

// guarded is a writer that shares its terminal with a Progress.
type guarded struct {
	p *Progress
	w io.Writer
}

func (g guarded) Write(b []byte) (n int, err error) {
	if g.p.quiet.Load() {
		return len(b), nil
	}
	g.p.makeRoom(func() { n, err = g.w.Write(b) })
	return n, err
}
