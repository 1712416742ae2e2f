package series

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"pcptools/libpcp/internal/rest"
)

// A rawPoint is a point whose text aliases a buffer, valid until the next
// point.
type rawPoint struct {
	series, instance, value []byte
	micros                  int64 // since 1970, the engine's resolution
}

// scanPoints decodes an array of points and gives each to take. Plain ones, which
// nearly all are, take no memory.
func scanPoints(take func(*rawPoint) error) rest.Decoder {
	return func(r io.Reader) error {
		s := pointScanner{in: bufio.NewReaderSize(r, scanBuffer)}
		if err := s.expect('['); err != nil {
			return err
		}
		for first := true; ; first = false {
			more, err := s.more(first)
			if err != nil || !more {
				return err
			}
			p, err := s.point()
			if err == nil {
				err = take(p)
			}
			if err != nil {
				return err
			}
		}
	}
}

const scanBuffer = 16 << 10

// pointScanner reads points one by one.
type pointScanner struct {
	in   *bufio.Reader
	long []byte // an object that takes more than one read
	p    rawPoint
}

var errArray = errors.New("no array of objects")

// token is the next byte that is not white space.
func (s *pointScanner) token() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c, err
		}
	}
}

func (s *pointScanner) expect(want byte) error {
	c, err := s.token()
	if err == nil && c != want {
		err = errArray
	}
	return err
}

// more reports whether an object follows, which is then next to be read.
func (s *pointScanner) more(first bool) (bool, error) {
	c, err := s.token()
	if err == nil && !first && c == ',' {
		c, err = s.token()
		first = true
		if c == ']' {
			err = errArray
		}
	}
	switch {
	case err != nil:
		return false, err
	case c == ']':
		return false, nil
	case c != '{' || !first:
		return false, errArray
	}
	return true, s.in.UnreadByte()
}

// point reads an object: a plain one, or any that encoding/json can read.
func (s *pointScanner) point() (*rawPoint, error) {
	text, err := s.in.ReadSlice('}')
	if err == nil && s.plain(text) {
		return &s.p, nil
	}
	s.long = s.long[:0]
	var end objectEnd
	for {
		s.long = append(s.long, text...)
		if end.within(text) {
			return s.parse(s.long)
		}
		switch err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
		text, err = s.in.ReadSlice('}')
	}
}

// parse reads a whole object.
func (s *pointScanner) parse(text []byte) (*rawPoint, error) {
	var reply struct {
		Series    string      `json:"series"`
		Instance  string      `json:"instance"`
		Timestamp json.Number `json:"timestamp"`
		Value     *string     `json:"value"`
	}
	if err := json.Unmarshal(rest.Standard(text), &reply); err != nil {
		return nil, err
	}
	if reply.Value == nil {
		return nil, rest.Malformed("series", reply.Series+" without a value")
	}
	micros, ok := parseMicros([]byte(reply.Timestamp))
	if !ok {
		return nil, rest.Malformed("timestamp", reply.Timestamp.String())
	}
	s.p = rawPoint{[]byte(reply.Series), []byte(reply.Instance), []byte(*reply.Value), micros}
	return &s.p, nil
}

// objectEnd finds the end of an object in pieces of its text.
type objectEnd struct {
	depth           int
	quoted, escaped bool
}

// within takes the next piece, up to a brace. It reports whether that ends the
// object.
func (e *objectEnd) within(text []byte) bool {
	for _, c := range text {
		switch {
		case e.escaped:
			e.escaped = false
		case e.quoted:
			e.escaped, e.quoted = c == '\\', c != '"'
		case c == '"':
			e.quoted = true
		case c == '{':
			e.depth++
		case c == '}':
			e.depth--
		}
	}
	return e.depth == 0
}

// plain parses an object as pmproxy writes it: members with plain text. It
// reports false for any other, also if that is malformed.
func (s *pointScanner) plain(text []byte) bool {
	s.p = rawPoint{}
	stamped := false
	text = text[1:] // the brace
	for {
		key, rest, ok := plainText(text)
		if !ok || len(rest) == 0 || rest[0] != ':' {
			return false
		}
		rest = rest[1:]
		if string(key) == "timestamp" {
			end := bytes.IndexAny(rest, ",}")
			if end < 0 {
				return false
			}
			s.p.micros, stamped = parseMicros(rest[:end])
			text = rest[end:]
		} else if text, ok = s.member(key, rest); !ok {
			return false
		}
		switch {
		case len(text) == 0:
			return false
		case text[0] == '}':
			return stamped && s.p.value != nil
		case text[0] != ',':
			return false
		}
		text = text[1:]
	}
}

// member takes a member that is text.
func (s *pointScanner) member(key, text []byte) (rest []byte, ok bool) {
	value, rest, ok := plainText(text)
	switch string(key) {
	case "series":
		s.p.series = value
	case "instance":
		s.p.instance = value
	case "value":
		s.p.value = value
	default:
		ok = false
	}
	return rest, ok
}

// plainText cuts off a string without anything to unescape.
func plainText(text []byte) (value, rest []byte, ok bool) {
	if len(text) == 0 || text[0] != '"' {
		return nil, nil, false
	}
	for i, c := range text[1:] {
		switch {
		case c == '"':
			return text[1 : i+1], text[i+2:], true
		case c < ' ' || c == '\\' || c >= 0x7f:
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// parseMicros parses milliseconds and, after the point, microseconds without
// leading zeros.
func parseMicros(text []byte) (micros int64, ok bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	millis, fraction, point := bytes.Cut(text, []byte("."))
	ms, ok := digits(millis, maxMillis)
	if !ok {
		return 0, false
	}
	if point {
		if micros, ok = digits(fraction, 999); !ok {
			return 0, false
		}
	}
	if negative {
		ms = -ms
	}
	return 1000*ms + micros, true
}

// maxMillis is later than any time that an archive can have.
const maxMillis = 1 << 52

// digits parses a number without a sign.
func digits(text []byte, limit int64) (n int64, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' || n > limit {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, len(text) > 0 && n <= limit
}
