package linux

import (
	"bytes"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// smallFiles are files of single instances, or files that several metrics come
// from, each read once for a request.
type smallFiles struct {
	once  once
	files map[string]smallFile
}

type smallFile struct {
	text []byte
	err  error
}

// read returns the text of a file, or its start.
func (s *smallFiles) read(r *pmda.Request, path string, most int, read func([]byte, string, int) ([]byte, error)) ([]byte, error) {
	s.once.do(r, func() { clear(s.files) })
	f, ok := s.files[path]
	if !ok {
		f.text, f.err = read(nil, path, most)
		if s.files == nil {
			s.files = make(map[string]smallFile)
		}
		s.files[path] = f
	}
	return f.text, f.err
}

// textOnce returns the text of a file, which is read once for a request.
func (h *host) textOnce(r *pmda.Request, path string) ([]byte, error) {
	return h.files.read(r, h.root+path, pseudo.MaxFile, pseudo.Read)
}

// lineOnce returns the first line of a file, without spaces around it, which is
// read once for a request.
func (h *host) lineOnce(r *pmda.Request, path string) ([]byte, error) {
	text, err := h.files.read(r, h.root+path, pseudo.MaxLine, pseudo.Start)
	line, _ := cutLine(text)
	return bytes.TrimSpace(line), err
}
