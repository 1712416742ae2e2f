package tests

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Session is a command on a terminal of its own, at which somebody types.
type Session struct {
	cmd    *exec.Cmd
	master *os.File

	mu   sync.Mutex
	text []byte        // what appeared since the last Type
	more chan struct{} // has one when there is more
	done chan struct{} // closed at the end
}

// startSession starts cmd with a terminal for its input, output and errors.
func startSession(cmd *exec.Cmd, columns int) (*Session, error) {
	master, slave, err := openTerminal(columns)
	if err != nil {
		return nil, err
	}
	defer slave.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		master.Close()
		return nil, err
	}
	s := &Session{cmd: cmd, master: master, more: make(chan struct{}, 1), done: make(chan struct{})}
	go s.read()
	return s, nil
}

func (s *Session) read() {
	defer close(s.done)
	buf := make([]byte, 4096)
	for {
		n, err := s.master.Read(buf)
		s.mu.Lock()
		s.text = append(s.text, buf[:n]...)
		s.mu.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// Type types keys, and forgets what appeared before.
func (s *Session) Type(keys string) error {
	s.mu.Lock()
	s.text = nil
	s.mu.Unlock()
	return s.TypeOn(keys)
}

// TypeOn types keys, and forgets nothing.
func (s *Session) TypeOn(keys string) error {
	_, err := s.master.WriteString(keys)
	return err
}

// Text is what appeared since the last Type, without what moves the cursor or
// changes colours.
func (s *Session) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return withoutControls(string(s.text))
}

// Screen is what appeared since the last Type, as the terminal got it.
func (s *Session) Screen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text)
}

// Resize changes the size of the terminal.
func (s *Session) Resize(columns, rows int) error { return resizeTerminal(s.master, columns, rows) }

// Wait waits until all of the texts have appeared, on the screen those with escape
// sequences.
func (s *Session) Wait(limit time.Duration, texts ...string) error {
	timeout := time.After(limit)
	for {
		missing := ""
		for _, text := range texts {
			shown := s.Text()
			if strings.Contains(text, "\x1b") {
				shown = s.Screen()
			}
			if !strings.Contains(shown, text) {
				missing = text
			}
		}
		if missing == "" {
			return nil
		}
		select {
		case <-s.more:
		case <-s.done:
			return fmt.Errorf("%q did not appear before the end; but\n%s", missing, s.Text())
		case <-timeout:
			return fmt.Errorf("%q did not appear in %v; but\n%s", missing, limit, s.Text())
		}
	}
}

// Settle waits until nothing has appeared for a moment.
func (s *Session) Settle() {
	for {
		select {
		case <-s.more:
		case <-s.done:
			return
		case <-time.After(50 * time.Millisecond):
			return
		}
	}
}

var control = regexp.MustCompile("\x1b\\[[0-9;?>=]*[a-zA-Z]|\x1b\\][^\x07]*\x07|\x1b[()].|\x1b[=>78]|[\x00-\x09\x0b-\x1f]")

func withoutControls(text string) string { return control.ReplaceAllString(text, "") }

// Close hangs up, and waits for the command to end: what does not is killed.
func (s *Session) Close() error {
	s.master.Close()
	killed := time.AfterFunc(5*time.Second, func() { s.cmd.Process.Kill() })
	defer killed.Stop()
	s.cmd.Wait() // how it ended is not our subject
	return nil
}
