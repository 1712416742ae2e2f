package tool

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// UntilQuit is a context that ends when the user types q, if standard input is a
// terminal with this process in its foreground. What is typed is not shown until
// stop, or until [Env.UntilInterrupted] has a signal end the process.
func (e *Env) UntilQuit(ctx context.Context) (_ context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	tty, ok := e.Stdin.(*os.File)
	k := &keyboard{tty: tty}
	if !ok || !k.take() {
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
			k.take() // the shell has given it back
		}
	}()
	go func() {
		var key [1]byte
		for key[0] != 'q' {
			if _, err := tty.Read(key[:]); err != nil {
				return
			}
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
	tty   *os.File
	saved unix.Termios // how it was before
}

// take has the terminal do so, unless other processes are in its foreground.
func (k *keyboard) take() bool {
	fd := int(k.tty.Fd())
	if group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		return false
	}
	modes, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return false
	}
	k.saved = *modes
	modes.Lflag &^= unix.ICANON | unix.ECHO
	modes.Cc[unix.VMIN], modes.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS, modes) == nil
}

// giveBack has it be as before.
func (k *keyboard) giveBack() { unix.IoctlSetTermios(int(k.tty.Fd()), unix.TCSETS, &k.saved) }
