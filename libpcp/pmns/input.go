package pmns

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// input is a file, or the output of a command, under preprocessing.
type input struct {
	name  string // for messages
	line  int    // number of the last line
	r     *bufio.Reader
	close func() error
}

func newInput(name string, r io.ReadCloser) *input {
	return &input{name: name, r: bufio.NewReader(r), close: r.Close}
}

// maxText bounds what may stand in a line before anything is taken out of it.
const maxText = 1 << 20

var errUnending = errors.New("Line too long")

// next returns the next line with its newline, or io.EOF: a last line without
// one is lost. A zero byte hides the rest of its line and the newline.
func (in *input) next() ([]byte, error) {
	in.line++
	var line []byte
	for read := 0; ; {
		part, err := in.r.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return nil, io.EOF
		}
		if read += len(part); read > maxText {
			return nil, errUnending
		}
		if zero := bytes.IndexByte(part, 0); zero >= 0 {
			line = append(line, part[:zero]...)
			continue
		}
		line = append(line, part...)
		if err == nil {
			return line, nil
		}
	}
}
