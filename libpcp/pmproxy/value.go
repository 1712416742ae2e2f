package pmproxy

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"pcptools/libpcp"
)

// parseValue reads a value of a type. One that pmproxy could not write down
// is ErrValue.
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
	word := string(text)
	if text[0] == '"' {
		if err := json.Unmarshal(text, &word); err != nil {
			return libpcp.Atom{}, err
		}
	}
	var atom libpcp.Atom
	var err error
	switch t {
	case libpcp.Type32:
		var n int64
		n, err = strconv.ParseInt(word, 10, 32)
		atom = libpcp.Int32Atom(int32(n))
	case libpcp.TypeU32:
		var n uint64
		n, err = strconv.ParseUint(word, 10, 32)
		atom = libpcp.Uint32Atom(uint32(n))
	case libpcp.Type64:
		var n int64
		n, err = strconv.ParseInt(word, 10, 64)
		atom = libpcp.Int64Atom(n)
	case libpcp.TypeU64:
		var n uint64
		n, err = strconv.ParseUint(word, 10, 64)
		atom = libpcp.Uint64Atom(n)
	case libpcp.TypeFloat:
		var f float64
		f, err = strconv.ParseFloat(word, 32)
		atom = libpcp.FloatAtom(float32(f))
	case libpcp.TypeDouble:
		var f float64
		f, err = strconv.ParseFloat(word, 64)
		atom = libpcp.DoubleAtom(f)
	case libpcp.TypeString:
		if text[0] != '"' {
			return atom, wrongValue(t, word)
		}
		atom = libpcp.StringAtom(word)
	case libpcp.TypeAggregate, libpcp.TypeAggregateStatic:
		if text[0] != '"' {
			return atom, wrongValue(t, word)
		}
		if strings.ContainsRune(word, utf8.RuneError) {
			return atom, libpcp.ErrValue // bytes that did not arrive
		}
		atom = libpcp.BytesAtom(t, []byte(word))
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
