package pcptls

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// maxStatus is the longest report, in bytes. The longest text names a file.
const maxStatus = 8 << 10

// appendStatus appends the report of a handshake that has ended with err.
func appendStatus(dst []byte, err error) []byte {
	start := len(dst)
	dst = strconv.AppendInt(dst, int64(libpcp.Code(err)), 10)
	var logged *pmcd.SecureError
	if errors.As(err, &logged) {
		dst = append(append(dst, ' '), strings.ReplaceAll(logged.Text, "\n", " ")...)
	}
	return append(dst[:min(len(dst), start+maxStatus-1)], '\n')
}

// readStatus takes the report off r, and not a byte of what follows.
func readStatus(r io.Reader) error {
	line := make([]byte, 0, 64)
	for len(line) < maxStatus {
		line = append(line, 0)
		if _, err := io.ReadFull(r, line[len(line)-1:]); err == io.EOF {
			return fmt.Errorf("pcptls has ended: %w", libpcp.ErrIPC)
		} else if err != nil {
			return err
		}
		if last := len(line) - 1; line[last] == '\n' {
			return parseStatus(string(line[:last]))
		}
	}
	return fmt.Errorf("endless report of pcptls: %w", libpcp.ErrIPC)
}

// parseStatus makes an error of a report again.
func parseStatus(line string) error {
	if line == "0" {
		return nil
	}
	number, text, logged := strings.Cut(line, " ")
	code, err := strconv.ParseInt(number, 10, 32)
	switch {
	case err != nil || code >= 0:
		return fmt.Errorf("report of pcptls %q: %w", line, libpcp.ErrIPC)
	case logged:
		return &pmcd.SecureError{Text: text, Err: libpcp.Error(code)}
	}
	return fmt.Errorf("pcptls: %w", libpcp.Error(code))
}
