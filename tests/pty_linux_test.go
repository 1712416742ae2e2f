package tests

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// runOnTerminal runs cmd with its standard output and error, where those are nil, on a
// terminal of so many columns, and returns what appeared there. Lines end as
// the command ended them.
func runOnTerminal(cmd *exec.Cmd, columns int) (screen []byte, err error) {
	return runOnTerminalOf(cmd, columns, terminalRows)
}

// runOnTerminalOf is runOnTerminal on a terminal of so many columns and rows.
func runOnTerminalOf(cmd *exec.Cmd, columns, rows int) (screen []byte, err error) {
	master, slave, err := openTerminal(columns)
	if err != nil {
		return nil, err
	}
	defer master.Close()
	if err := resizeTerminal(master, columns, rows); err != nil {
		slave.Close()
		return nil, err
	}
	if cmd.Stdout == nil {
		cmd.Stdout = slave
	}
	if cmd.Stderr == nil {
		cmd.Stderr = slave
	}
	if err := cmd.Start(); err != nil {
		slave.Close()
		return nil, err
	}
	slave.Close()
	var text bytes.Buffer
	if _, err := io.Copy(&text, master); err != nil && !errors.Is(err, syscall.EIO) {
		return nil, err // EIO is how a terminal ends
	}
	return text.Bytes(), cmd.Wait()
}

// terminalRows is how many rows a terminal has.
const terminalRows = 24

// openTerminal makes a terminal that leaves the output as it is.
func openTerminal(columns int) (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			master.Close()
		}
	}()
	fd := int(master.Fd())
	if err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	number, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	if err = setUpTerminal(slave, columns); err != nil {
		slave.Close()
		return nil, nil, err
	}
	return master, slave, nil
}

func setUpTerminal(slave *os.File, columns int) error {
	fd := int(slave.Fd())
	settings, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	settings.Oflag &^= unix.OPOST
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, settings); err != nil {
		return err
	}
	return resizeTerminal(slave, columns, terminalRows)
}

// resizeTerminal changes the size of a terminal, which its programs are notified of.
func resizeTerminal(file *os.File, columns, rows int) error {
	return unix.IoctlSetWinsize(int(file.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(rows), Col: uint16(columns)})
}
