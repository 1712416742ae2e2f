package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"time"
	"unicode/utf8"

	"pcptools/libpcp"
)

// A stream writes JSON. Encoding/json encodes small parts; long parts are
// written piece by piece. The stream inserts commas.
type stream struct {
	out   io.Writer
	zone  *time.Location
	words libpcp.ErrorTexts
	host  string

	buf   bytes.Buffer // not written yet: whole characters
	comma bool         // the next value needs one before it
	piece bytes.Buffer // of enc
	enc   *json.Encoder
	err   error // the first

	desc      libpcp.Desc // of the last metric,
	described []byte      // and its members
}

const (
	flushSize = 16 << 10
	chunkSize = 24 << 10 // longer text is encoded in pieces; divisible by 3
)

// flush writes the buffer, with escapes for characters that a terminal would
// obey.
func (s *stream) flush() error {
	if s.err == nil && s.buf.Len() > 0 {
		_, s.err = s.out.Write(escapeJSON(s.buf.Bytes()))
	}
	s.buf.Reset()
	return s.err
}

// raw writes text as it is, before a value.
func (s *stream) raw(text string) {
	s.buf.WriteString(text)
	s.comma = false
}

// separate prepares for a value.
func (s *stream) separate() {
	if s.comma {
		s.buf.WriteByte(',')
	}
	s.comma = false
}

// done ends a value.
func (s *stream) done() {
	s.comma = true
	if s.buf.Len() > flushSize {
		s.flush()
	}
}

func (s *stream) open()      { s.separate(); s.buf.WriteByte('{') }
func (s *stream) close()     { s.buf.WriteByte('}'); s.done() }
func (s *stream) openList()  { s.separate(); s.buf.WriteByte('[') }
func (s *stream) closeList() { s.buf.WriteByte(']'); s.done() }

// encode returns a small part as JSON, valid until the next call.
func (s *stream) encode(v any) []byte {
	s.piece.Reset()
	if err := s.enc.Encode(v); err != nil {
		if s.err == nil {
			s.err = err
		}
		return nil
	}
	return bytes.TrimSuffix(s.piece.Bytes(), []byte("\n"))
}

// value writes a value that is not long.
func (s *stream) value(v any) {
	s.separate()
	s.buf.Write(s.encode(v))
	s.done()
}

// fields writes the members of a struct into the object that is open.
func (s *stream) fields(v any) {
	if object := s.encode(v); len(object) > 2 {
		s.separate()
		s.buf.Write(object[1 : len(object)-1])
		s.done()
	}
}

// key writes the name of a member, which is one of ours: plain.
func (s *stream) key(name string) {
	s.separate()
	s.buf.WriteByte('"')
	s.buf.WriteString(name)
	s.buf.WriteString(`":`)
}

// word writes a member with a text of ours, which is plain too.
func (s *stream) word(name, text string) {
	s.key(name)
	s.buf.WriteByte('"')
	s.buf.WriteString(text)
	s.buf.WriteByte('"')
	s.done()
}

// textMember writes a member with a text of any length.
func (s *stream) textMember(name, text string) {
	s.key(name)
	s.text(text)
}

// text writes a string of any length, or an object if it is not UTF-8.
func (s *stream) text(text string) {
	switch {
	case !utf8.ValidString(text):
		writeBase64(s, text)
	case len(text) <= chunkSize:
		s.value(text)
	default:
		s.separate()
		s.buf.WriteByte('"')
		for len(text) > 0 {
			n := min(len(text), chunkSize)
			for n < len(text) && !utf8.RuneStart(text[n]) {
				n--
			}
			quoted := s.encode(text[:n])
			s.buf.Write(quoted[1 : len(quoted)-1])
			s.flush()
			text = text[n:]
		}
		s.buf.WriteByte('"')
		s.done()
	}
}

// writeBase64 writes bytes of any number as an object.
func writeBase64[T string | []byte](s *stream, b T) {
	s.separate()
	s.buf.WriteString(`{"base64":"`)
	for len(b) > 0 {
		n := min(len(b), chunkSize)
		s.buf.Write(base64.StdEncoding.AppendEncode(s.buf.AvailableBuffer(), []byte(b[:n])))
		s.flush()
		b = b[n:]
	}
	s.buf.WriteString(`"}`)
	s.done()
}
