package linux

import (
	"bytes"

	"pcptools/libpcp/pmda"
)

// smallFiles are files that there is one of for each instance, or that several
// metrics come from, each read once for a request.
type smallFiles struct {
	once  pmda.PerRequest[struct{}]
	files map[string]smallFile
}

type smallFile struct {
	text []byte
	err  error
}

// maxLine bounds what is read of a file for its first line. The files of a container
// may be whatever it likes.
const maxLine = 4 << 10

// whole returns the text of a file.
func (s *smallFiles) whole(r *pmda.Request, h *host, path string) ([]byte, error) {
	return s.read(r, h, path, maxFile)
}

// read returns the text of a file, or its start.
func (s *smallFiles) read(r *pmda.Request, h *host, path string, most int) ([]byte, error) {
	s.once.Get(r, func() (struct{}, error) {
		clear(s.files)
		return struct{}{}, nil
	})
	path = h.root + path
	f, ok := s.files[path]
	if !ok {
		text, err := readStart(nil, path, most)
		f = smallFile{text, err}
		if s.files == nil {
			s.files = make(map[string]smallFile)
		}
		s.files[path] = f
	}
	return f.text, f.err
}

// shared returns the first line of a file, without blanks around it.
func (s *smallFiles) shared(r *pmda.Request, h *host, path string) ([]byte, error) {
	text, err := s.read(r, h, path, maxLine)
	line, _ := cutLine(text)
	return bytes.TrimSpace(line), err
}
