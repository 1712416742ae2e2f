package pmproxy

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"pcptools/libpcp"
)

// parseValue parses a value of a type. Where pmproxy could not express it the
// error is ErrValue.
func parseValue(inst int32, t libpcp.Type, text json.RawMessage) (libpcp.Value, libpcp.Format, error) {
	if string(text) == "null" || len(text) == 0 {
		return libpcp.Value{}, 0, libpcp.ErrValue
	}
	atom, err := parseAtom(t, text)
	if err != nil {
		return libpcp.Value{}, 0, err
	}
	return libpcp.NewValue(inst, atom)
}

func parseAtom(t libpcp.Type, text json.RawMessage) (libpcp.Atom, error) {
	word, quoted := string(text), text[0] == '"'
	if quoted {
		if err := json.Unmarshal(text, &word); err != nil {
			return libpcp.Atom{}, err
		}
	}
	switch t {
	case libpcp.TypeString, libpcp.TypeAggregate, libpcp.TypeAggregateStatic:
		if !quoted {
			return libpcp.Atom{}, wrongValue(t, word)
		}
		return parseText(t, word)
	}
	return parseNumber(t, word)
}

// parseText makes an atom of a text. Bytes of an aggregate that are not UTF-8
// do not arrive.
func parseText(t libpcp.Type, word string) (libpcp.Atom, error) {
	switch {
	case t == libpcp.TypeString:
		return libpcp.StringAtom(word), nil
	case strings.ContainsRune(word, utf8.RuneError):
		return libpcp.Atom{}, libpcp.ErrValue
	}
	return libpcp.BytesAtom(t, []byte(word)), nil
}

func parseNumber(t libpcp.Type, word string) (atom libpcp.Atom, err error) {
	var i int64
	var u uint64
	var f float64
	switch t {
	case libpcp.Type32:
		i, err = strconv.ParseInt(word, 10, 32)
		atom = libpcp.Int32Atom(int32(i))
	case libpcp.TypeU32:
		u, err = strconv.ParseUint(word, 10, 32)
		atom = libpcp.Uint32Atom(uint32(u))
	case libpcp.Type64:
		i, err = strconv.ParseInt(word, 10, 64)
		atom = libpcp.Int64Atom(i)
	case libpcp.TypeU64:
		u, err = strconv.ParseUint(word, 10, 64)
		atom = libpcp.Uint64Atom(u)
	case libpcp.TypeFloat:
		f, err = strconv.ParseFloat(word, 32)
		atom = libpcp.FloatAtom(float32(f))
	case libpcp.TypeDouble:
		f, err = strconv.ParseFloat(word, 64)
		atom = libpcp.DoubleAtom(f)
	default:
		return atom, libpcp.ErrValue
	}
	if err != nil {
		return atom, wrongValue(t, word)
	}
	return atom, nil
}

func wrongValue(t libpcp.Type, word string) error {
	return &Error{Code: libpcp.ErrConv, Message: "no value of type " + t.String() + ": " + word[:min(len(word), 80)]}
}
