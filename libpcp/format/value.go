package format

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"pcptools/libpcp"
)

// Layout configures the text of values. The zero Layout is the layout of
// pminfo, pmprobe and pmstore: no padding, and times of events in local time.
type Layout struct {
	Width int            // columns of each part of a value, at least; negative aligns numbers left
	Zone  *time.Location // of event time stamps; nil is local time

	// Squash replaces each character of white space in a string by a space, as
	// the variable PCP_SQUASH_NEWLINES does.
	Squash bool
}

// AppendValue appends the value v of a set of the given format, of a metric
// of type t, in the zero [Layout] (pmPrintValue(3)).
func AppendValue(dst []byte, format libpcp.Format, v libpcp.Value, t libpcp.Type) []byte {
	return Layout{}.AppendValue(dst, format, v, t)
}

// AppendValue appends the value v of a set of the given format, of a metric of
// type t (pmPrintValue(3)). Numbers are decimal and strings quoted but not
// escaped; other values, and blocks whose type or length contradicts t, are
// printed as aggregates: as a number if their length allows, as text if
// printable, and in hex. Event arrays are summarized in brackets.
func (l Layout) AppendValue(dst []byte, format libpcp.Format, v libpcp.Value, t libpcp.Type) []byte {
	switch {
	case format == libpcp.InSitu:
		return l.appendWord(dst, v.Word, t)
	case format != libpcp.PointerDynamic && format != libpcp.PointerStatic:
		dst = append(dst, "pmPrintValue: bad valfmt ("...)
		dst = strconv.AppendInt(dst, int64(format), 10)
		return append(dst, ")?\n"...)
	case t.Event():
		return l.appendEvents(dst, v.Block(), t == libpcp.TypeHighResEvent)
	}
	return l.appendBlock(dst, format, v, t)
}

// appendBlock appends a value held in a block. Strings and integers, of which
// a report may have millions, do without an Atom.
func (l Layout) appendBlock(dst []byte, format libpcp.Format, v libpcp.Value, t libpcp.Type) []byte {
	b := v.Block()
	switch {
	case b.Type != t: // of an old agent, or damaged
	case t == libpcp.TypeString:
		text, _, _ := bytes.Cut(b.Data, []byte{0})
		return l.appendString(dst, text)
	case (t == libpcp.Type64 || t == libpcp.TypeU64) && len(b.Data) == 8:
		return l.appendInteger(dst, t, binary.BigEndian.Uint64(b.Data))
	}
	if a, err := libpcp.Extract(format, v, t, t); err == nil && t != libpcp.TypeAggregate {
		return l.AppendAtom(dst, a)
	}
	return l.appendAggregate(dst, hostOrder(b))
}

// appendInteger appends a number of an integer type from its bits.
func (l Layout) appendInteger(dst []byte, t libpcp.Type, bits uint64) []byte {
	start := len(dst)
	if t == libpcp.Type32 || t == libpcp.Type64 {
		dst = strconv.AppendInt(dst, int64(bits), 10)
	} else {
		dst = strconv.AppendUint(dst, bits, 10)
	}
	return justify(dst, start, l.Width)
}

// appendString appends a string in quotes.
func (l Layout) appendString(dst, text []byte) []byte {
	start := len(dst)
	dst = append(append(append(dst, '"'), text...), '"')
	if l.Squash {
		squash(dst[start:])
	}
	return justify(dst, start, max(l.Width, 0))
}

// AppendAtom appends a value as [AppendValue] does.
func (l Layout) AppendAtom(dst []byte, a libpcp.Atom) []byte {
	start := len(dst)
	switch a.Type {
	case libpcp.Type32, libpcp.Type64, libpcp.TypeU32, libpcp.TypeU64:
		return l.appendInteger(dst, a.Type, a.Uint64())
	case libpcp.TypeFloat:
		dst = appendG(dst, a.Float64(), 8)
	case libpcp.TypeDouble:
		dst = appendG(dst, a.Float64(), 16)
	case libpcp.TypeString:
		return l.appendString(dst, a.Bytes())
	default:
		return l.appendAggregate(dst, memory{data: a.Bytes()})
	}
	return justify(dst, start, l.Width)
}

func squash(text []byte) {
	for i, c := range text {
		if '\t' <= c && c <= '\r' {
			text[i] = ' '
		}
	}
}

// AppendAtom appends a value in the zero [Layout].
func AppendAtom(dst []byte, a libpcp.Atom) []byte { return Layout{}.AppendAtom(dst, a) }

// appendWord appends a value held in a word.
func (l Layout) appendWord(dst []byte, word uint32, t libpcp.Type) []byte {
	if t.Event() {
		return appendLoggingState(dst, word)
	}
	switch t {
	case libpcp.Type32:
		return l.appendInteger(dst, t, uint64(int32(word)))
	case libpcp.TypeU32:
		return l.appendInteger(dst, t, uint64(word))
	case libpcp.TypeFloat:
		start := len(dst)
		return justify(appendFloat(dst, math.Float32frombits(word)), start, l.Width)
	}
	return l.appendUntypedWord(dst, word)
}

// appendLoggingState spells a word of an event metric. libpcp (C)
// takes it for the state of logging that pmlogger keeps in that form.
func appendLoggingState(dst []byte, word uint32) []byte {
	const on, mandatory, available, inLog = 1, 2, 4, 8
	choose := func(bit uint32, yes, no string) {
		if word&bit == 0 {
			yes = no
		}
		dst = append(dst, yes...)
	}
	dst = append(dst, "[pmlc control "...)
	choose(mandatory, "mand ", "adv ")
	choose(on, "on ", "off ")
	if word&inLog == 0 {
		dst = append(dst, "nl "...)
	} else {
		choose(available, " ", "na ")
	}
	dst = strconv.AppendUint(dst, uint64(word>>4), 10)
	return append(dst, ']')
}
