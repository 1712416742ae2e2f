package pmda

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"pcptools/libpcp/timewindow"
)

// Logger writes messages as pmNotifyErr(3) does:
//
//	[Sat Nov 21 03:39:17] pmdasimple(16684) Error: no such thing
//
// A nil Logger discards them. It may be used by several goroutines.
type Logger struct {
	name  string
	debug bool

	mu sync.Mutex
	w  io.Writer
}

// NewLogger returns a Logger for the program called name.
func NewLogger(w io.Writer, name string) *Logger { return &Logger{w: w, name: name} }

// Errorf logs a failure.
func (l *Logger) Errorf(format string, args ...any) { l.printf("Error", format, args) }

// Warningf logs a warning.
func (l *Logger) Warningf(format string, args ...any) { l.printf("Warning", format, args) }

// Infof logs an informational message.
func (l *Logger) Infof(format string, args ...any) { l.printf("Info", format, args) }

// Debugf logs a debugging message, if debugging was asked for (option -D).
func (l *Logger) Debugf(format string, args ...any) {
	if l != nil && l.debug {
		l.printf("Debug", format, args)
	}
}

// Line writes text and a newline, without a time or the name of the agent.
func (l *Logger) Line(text string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintln(l.w, text)
}

// Notef logs a debugging message whether or not -D asks for debugging.
func (l *Logger) Notef(format string, args ...any) { l.printf("Debug", format, args) }

func (l *Logger) printf(level, format string, args []any) {
	if l == nil {
		return
	}
	now := localTime()[:len("Mon Jan _2 15:04:05")]
	text := fmt.Sprintf(format, args...)
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "[%s] %s(%d) %s: %s\n", now, l.name, os.Getpid(), level, text)
}

// localTime is the time, without a newline, as ctime(3) returns it.
func localTime() string { return time.Now().In(timewindow.LocalZone(nil)).Format(time.ANSIC) }
