package linux

import "pcptools/libpcp/pmda"

// smallFiles are files of one line that several metrics come from, each read
// once for a request.
type smallFiles struct {
	once  pmda.PerRequest[struct{}]
	files map[string]smallFile
}

type smallFile struct {
	line []byte
	err  error
}

// shared returns the line of a file.
func (s *smallFiles) shared(r *pmda.Request, h *host, path string) ([]byte, error) {
	s.once.Get(r, func() (struct{}, error) {
		clear(s.files)
		return struct{}{}, nil
	})
	f, ok := s.files[path]
	if !ok {
		line, err := h.line(path)
		f = smallFile{append([]byte(nil), line...), err}
		if s.files == nil {
			s.files = make(map[string]smallFile)
		}
		s.files[path] = f
	}
	return f.line, f.err
}
