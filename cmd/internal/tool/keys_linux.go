package tool

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// UntilQuit is a context that ends when the user types q, if standard input is a
// terminal with this process in its foreground; other keys go to press. What is typed is
// not shown until stop, or until [Env.UntilInterrupted] has a signal end the process.
func (e *Env) UntilQuit(ctx context.Context, press func(key byte)) (_ context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	tty, ok := e.Stdin.(*os.File)
	if !ok {
		return ctx, cancel
	}
	k := keyboardOf(tty)
	if k == nil || !k.take() {
		return ctx, cancel
	}
	before := e.removal().Load()
	remove := func() {
		k.giveBack()
		if before != nil {
			(*before)()
		}
	}
	e.removal().Store(&remove)
	signal.Ignore(syscall.SIGTTIN) // reading fails in the background
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	go func() {
		for range continued {
			k.take() // the shell may have given it back
		}
	}()
	go func() {
		var key [1]byte
		for key[0] != 'q' {
			if _, err := tty.Read(key[:]); err != nil {
				return
			}
			press(key[0])
		}
		cancel()
	}()
	return ctx, func() {
		signal.Stop(continued)
		cancel()
		k.giveBack()
	}
}

// keyboard is a terminal that gives each key as soon as it is typed.
type keyboard struct {
	fd     int
	before unix.Termios // how it was
}

// keyboardOf returns nil if that is no terminal.
func keyboardOf(tty *os.File) *keyboard {
	modes, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		return nil
	}
	return &keyboard{int(tty.Fd()), *modes}
}

// take has the terminal do so, unless other processes are in its foreground.
func (k *keyboard) take() bool {
	if group, err := unix.IoctlGetInt(k.fd, unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		return false
	}
	modes := k.before
	modes.Lflag &^= unix.ICANON | unix.ECHO
	modes.Cc[unix.VMIN], modes.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(k.fd, unix.TCSETS, &modes) == nil
}

// giveBack has it be as before.
func (k *keyboard) giveBack() { unix.IoctlSetTermios(k.fd, unix.TCSETS, &k.before) }
