package options

import (
	"bufio"
	"io"
	"os"
	"strings"

	"pcptools/libpcp/getopt"

	"golang.org/x/term"
)

const longestAnswer = 4096

// prompt returns how to ask the user for a name or a password: on the terminal
// that PCP_CONSOLE names, this process's own by default. It is nil if that is
// "none".
func prompt(inv *getopt.Invocation) func(label string, secret bool) (string, error) {
	console, ok := inv.LookupEnv("PCP_CONSOLE")
	if !ok {
		console = "/dev/tty"
	}
	if console == "none" {
		return nil
	}
	return func(label string, secret bool) (string, error) {
		answer, err := ask(console, label, secret)
		if err != nil {
			notify(inv, "Error", "opening input terminal for read")
		}
		return answer, err
	}
}

// ask writes a label on a terminal and reads the line that follows, without
// showing it if it is secret.
func ask(console, label string, secret bool) (string, error) {
	tty, err := os.OpenFile(console, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer tty.Close()
	if _, err := tty.WriteString(label); err != nil {
		return "", err
	}
	if secret {
		defer tty.WriteString("\n")
		answer, err := term.ReadPassword(int(tty.Fd()))
		return string(answer), err
	}
	line, err := bufio.NewReader(io.LimitReader(tty, longestAnswer)).ReadString('\n')
	return strings.TrimRight(line, "\n"), err
}
