package proc

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// maxFile bounds what is read of a file.
const maxFile = 4 << 20

// text is file for metrics that need it. As in PCP, a file that is not there
// is an error for the first metric of a request, and no value for others.
func (p *process) text(name string) ([]byte, error) {
	again := p.find(name) != nil
	text := p.file(name)
	switch {
	case text != nil:
		return text, nil
	case again, p.denied(name):
		return nil, pmda.NoValue
	}
	return nil, libpcp.ErrAppVersion
}

// once returns an error for the first metric of a request, and NoValue for
// others.
func (p *process) once(name string, err error) error {
	if p.find(name) != nil {
		return pmda.NoValue
	}
	p.files = append(p.files, file{name: name})
	return err
}

// find returns a file that has been read, or nil.
func (p *process) find(name string) *file {
	for i := range p.files {
		if p.files[i].name == name {
			return &p.files[i]
		}
	}
	return nil
}

// denied reports whether a file has been found to be.
func (p *process) denied(name string) bool {
	f := p.find(name)
	return f != nil && f.denied
}

// file returns the text of one of the process's files, nil if it cannot be
// read. It is read once for a request.
func (p *process) file(name string) []byte {
	if f := p.find(name); f != nil {
		return f.text
	}
	f := file{name: name}
	var err error
	p.reader.do(func() { f.text, err = p.read(name) })
	f.denied = errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL)
	p.files = append(p.files, f)
	return f.text
}

// read reads a file: that of the thread if threads count.
func (p *process) read(name string) ([]byte, error) {
	if p.thread {
		if text, err := p.readPath("task/" + strconv.Itoa(int(p.pid)) + "/" + name); err == nil {
			return text, nil
		}
	}
	return p.readPath(name)
}

// oneRecord are the files whose text comes in one piece, if there is room for
// it.
var oneRecord = [...]string{"stat", "cmdline", "status", "statm", "io", "schedstat", "oom_score"}

func (p *process) readPath(name string) ([]byte, error) {
	once := slices.Contains(oneRecord[:], name)
	if p.buffer == nil {
		return readFile(p.dir+name, nil, once)
	}
	text, err := readFile(p.dir+name, *p.buffer, once)
	if cap(text) > cap(*p.buffer) {
		*p.buffer = text[:0]
	}
	if p.passes {
		return text, err
	}
	return bytes.Clone(text), err
}

// read returns the text of a file, nil if it cannot be read.
func read(path string) []byte {
	text, _ := readFile(path, nil, false)
	return text
}

// readFile returns the text of a file, in the memory of buf if there is enough.
// With once, it has come to an end when there is less than there is room for.
func readFile(path string, buf []byte, once bool) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if buf = buf[:0]; cap(buf) == 0 {
		buf = make([]byte, 0, 1024)
	}
	for len(buf) < maxFile {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+max(n, 0)]
		if err != nil && err != io.EOF && len(buf) == 0 {
			return nil, err
		}
		if n <= 0 || once && len(buf) < cap(buf) {
			break
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf))
		}
	}
	return buf, nil
}
