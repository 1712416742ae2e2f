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

// whole returns the text of a file.
func (s *smallFiles) whole(r *pmda.Request, h *host, path string) ([]byte, error) {
	s.once.Get(r, func() (struct{}, error) {
		clear(s.files)
		return struct{}{}, nil
	})
	path = h.root + path
	f, ok := s.files[path]
	if !ok {
		text, err := readFile(nil, path)
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
	text, err := s.whole(r, h, path)
	line, _ := cutLine(text)
	return bytes.TrimSpace(line), err
}
