package pseudo

import (
	"bytes"
	"io"

	"pcptools/libpcp"
)

// Limits of the text of a file, in bytes.
const (
	MaxFile = 16 << 20 // that is about the whole machine
	MaxLine = 4 << 10  // of which the first line is wanted, by Start
	// Of what Lines reads it keeps a line.
	lineRoom = 16 << 10
	maxLines = 1 << 30
)

// Read appends the text of a file to dst, in its memory if the capacity is enough.
// The result has most bytes at most: a longer file is libpcp.ErrTooBig, and
// nothing of it is appended. After another error it has the text read so far.
func Read(dst []byte, path string, most int) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return dst, err
	}
	defer f.Close()
	return Append(dst, f, most)
}

// Start is Read for a file whose first line will do: the result may end after that, and
// after most bytes.
func Start(dst []byte, path string, most int) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return dst, err
	}
	defer f.Close()
	return appendStart(dst, f, most, true)
}

// Append is Read for a file that is open. A Read of 0 bytes is its end.
func Append(dst []byte, f io.Reader, most int) ([]byte, error) {
	all, err := AppendStart(dst, f, most+1)
	if len(all) > most {
		return dst, libpcp.ErrTooBig
	}
	return all, err
}

// AppendStart reads a file that is open, to its end or until the result has most bytes.
func AppendStart(dst []byte, f io.Reader, most int) ([]byte, error) {
	return appendStart(dst, f, most, false)
}

// appendStart reads no further than a line, if that will do.
func appendStart(dst []byte, f io.Reader, most int, line bool) ([]byte, error) {
	const least = 512 // worth a call
	for len(dst) < most {
		if cap(dst)-len(dst) < min(least, most-len(dst)) {
			dst = append(make([]byte, 0, min(2*cap(dst)+4096, most)), dst...)
		}
		n, err := f.Read(dst[len(dst):min(cap(dst), most)])
		dst = dst[:len(dst)+max(n, 0)]
		if err == io.EOF || n <= 0 && err == nil {
			break
		} else if err != nil {
			return dst, err
		}
		if line && bytes.IndexByte(dst[len(dst)-n:], '\n') >= 0 {
			break // which saves a Read
		}
	}
	return dst, nil
}

// Lines calls each with the lines of a file, without their ends, one after the
// other in the same memory. A file with a line of 16 KiB, or of more than 1 GiB, is
// libpcp.ErrTooBig.
func Lines(path string, each func(line []byte)) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return lines(f, make([]byte, lineRoom), maxLines, each)
}

// lines is Lines with the memory for the text, and a limit for all of it.
func lines(f io.Reader, buf []byte, most int64, each func(line []byte)) error {
	held := 0 // bytes of a line without its end
	for {
		n, err := f.Read(buf[held:])
		most -= int64(max(n, 0))
		switch {
		case err != nil && err != io.EOF:
			return err
		case most < 0:
			return libpcp.ErrTooBig
		case n <= 0:
			if held > 0 {
				each(buf[:held])
			}
			return nil
		}
		text := buf[:held+n]
		for {
			line, rest, ok := bytes.Cut(text, []byte("\n"))
			if !ok {
				break
			}
			each(line)
			text = rest
		}
		if held = copy(buf, text); held == len(buf) {
			return libpcp.ErrTooBig
		}
	}
}
