package library

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/release"
)

// TestValues parses units, converts and prints values.
func TestValues(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(2, 3))}
	var lines []string
	for _, text := range []string{"", " ", "none", "byte", "Kbyte / sec", "count x 10^3", "count x 10^-8", "count x 10^9", "10 byte", "byte 10", "1.5e3 sec", "-2 min",
		"byte^2 / hour^3", "byte^8", "byte^-8", "byte^-9", "sec / sec", "byte byte", "byte / byte", "/ sec", "byte /", "byte / sec / min", "bytes", "Mbytes", "KiB", "MB", "space-3", "time-2",
		"millisec", "ms", "us", "ns", "nanoseconds", "hr", "h", "temperature (C)", "temperature (K) / sec", "voltage (mV)", "power (W)", "temperature", "nosuch", "1.x", "0x10 byte", ".5 byte", "%"} {
		lines = append(lines, "units "+text)
	}
	for range 400 {
		lines = append(lines, "units "+g.units())
	}
	for range 400 {
		lines = append(lines, g.scale(), g.extract(), g.print())
	}
	inEachRelease(t, "values.c", func(t *testing.T, c program) {
		var got strings.Builder
		notation := libpcp.UnitsNotation{NoExtra: !c.release().Has(release.ExtraUnits)}
		for _, line := range lines {
			fmt.Fprintln(&got, evaluate(t, notation, line))
		}
		want := strings.Split(c.run(t, strings.Join(lines, "\n")+"\n"), "\n")
		for i, answer := range strings.Split(got.String(), "\n") {
			if i < len(lines) && answer != want[i] && !(stringOfNumber(lines[i]) && answer == refused) {
				t.Errorf("%s: %s, want %s", lines[i], answer, want[i])
			}
		}
	})
}

// refused is what C prints of PM_ERR_CONV.
var refused = strconv.Itoa(int(libpcp.ErrConv))

// stringOfNumber reports whether a line extracts a string from a number, as PCP
// does since 7.2, with digits of its own.
func stringOfNumber(line string) bool {
	words := strings.Fields(line)
	return words[0] == "extract" && words[2] <= "5" && words[3] == "6"
}

// generator makes up lines of the input of testdata/values.c.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) units() string {
	var words []string
	for range 1 + g.IntN(5) {
		word := g.pick("byte", "Kbyte", "Mbytes", "GiB", "Tbyte", "sec", "millisec", "min", "hours", "ns", "count", "count x 10^2", "count x 10^-1", "/", "/", "2", "1.5", "1e3", "0.7", "3", "none", "space-0", "time-1")
		if g.IntN(4) == 0 && !strings.Contains("ns millisec time-1", word) { // whose powers Go rounds otherwise
			word += "^" + g.pick("2", "3", "-1", "0")
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// number is the bits of a number that is likely to lie at a limit.
func (g generator) number(kind libpcp.Type) uint64 {
	switch kind {
	case libpcp.TypeFloat:
		return uint64(math.Float32bits([]float32{0, 1, -1, 0.5, 1e6, -3.75, 16777216, 1234.5678, 1e-3}[g.IntN(9)]))
	case libpcp.TypeDouble:
		return math.Float64bits([]float64{0, 1, -1, 0.5, 1e6, -3.75, 4294967295, 1234.5678, 1e-3, 9007199254740993}[g.IntN(10)])
	case libpcp.Type32, libpcp.TypeU32:
		return uint64([]uint32{0, 1, 7, 1000, math.MaxInt32, 1 << 31, math.MaxUint32, 65536, 0xfffffff0}[g.IntN(9)])
	}
	return []uint64{0, 1, 7, 1000, math.MaxInt32, math.MaxUint32, math.MaxInt64, 1 << 63, math.MaxUint64, 1 << 40, 0xfffffffffffffff0}[g.IntN(11)]
}

func (g generator) hex(kind libpcp.Type) string {
	switch kind {
	case libpcp.Type32, libpcp.TypeU32, libpcp.TypeFloat:
		return fmt.Sprintf("%08x", g.number(kind))
	case libpcp.TypeString:
		return hex.EncodeToString([]byte(g.pick("text", "a b c", "12", "", "é") + "\x00"))
	case libpcp.TypeAggregate:
		return hex.EncodeToString([]byte(g.pick("\x01", "\x00\x01", "ab", "abc", "abcd", "\x00\x00\x00\x07", "abcdefgh", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8", "longer than any number", "\x80\x00\x01")))
	}
	return fmt.Sprintf("%016x", g.number(kind))
}

// scale converts numbers whose result fits: conversions of others are undefined in C.
func (g generator) scale() string {
	kind := libpcp.Type(g.IntN(6))
	word := fmt.Sprintf("%08x", []uint64{0, 1, 7, 1000, 1024, 60000}[g.IntN(6)])
	switch kind {
	case libpcp.Type64, libpcp.TypeU64:
		word = "00000000" + word
	case libpcp.TypeFloat, libpcp.TypeDouble:
		word = g.hex(kind)
	}
	d := libpcp.Dimensions{DimSpace: int8(g.IntN(3) - 1), DimTime: int8(g.IntN(3) - 1), DimCount: int8(g.IntN(3) - 1)}
	scaled := func() libpcp.Units {
		d := d
		d.ScaleSpace, d.ScaleTime, d.ScaleCount = uint8(g.IntN(3)), uint8(g.IntN(6)), int8(g.IntN(5)-2)
		if g.IntN(30) == 0 {
			d.DimTime++
		}
		return d.Units()
	}
	return fmt.Sprintf("scale %d %s %08x %08x", kind, word, uint32(scaled()), uint32(scaled()))
}

func (g generator) value(word func(kind libpcp.Type) bool) (libpcp.Format, libpcp.Type, string) {
	kind := libpcp.Type(g.IntN(8))
	if word(kind) {
		return libpcp.InSitu, kind, g.hex(kind)
	}
	return libpcp.PointerDynamic, kind, g.hex(kind)
}

func (g generator) extract() string {
	f, kind, bytes := g.value(func(kind libpcp.Type) bool {
		return kind <= libpcp.TypeU32 || kind == libpcp.TypeFloat && g.IntN(2) == 0
	})
	return fmt.Sprintf("extract %d %d %d %s", f, kind, g.IntN(8), bytes)
}

func (g generator) print() string {
	f, kind, bytes := g.value(func(kind libpcp.Type) bool { return kind <= libpcp.TypeU32 })
	return fmt.Sprintf("print %d %d %d %s", f, kind, g.IntN(40)-20, bytes)
}

// evaluate does what testdata/values.c does with a line.
func evaluate(t *testing.T, notation libpcp.UnitsNotation, line string) string {
	command, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	kind := func(i int) libpcp.Type {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			t.Fatal(err)
		}
		return libpcp.Type(n)
	}
	bytes := ""
	switch command {
	case "units":
		u, multiplier, err := notation.Parse(rest)
		if err != nil {
			return fmt.Sprint(int(libpcp.Code(err)), " ", err)
		}
		return fmt.Sprintf("%08x %.17g %q", uint32(u), multiplier, notation.Text(u))
	case "scale":
		from, _ := strconv.ParseUint(words[2], 16, 32)
		to, _ := strconv.ParseUint(words[3], 16, 32)
		atom, err := libpcp.ConvertScale(atomOf(t, kind(0), words[1]), libpcp.Units(from), libpcp.Units(to))
		return spell(atom, err)
	case "extract", "print":
		if len(words) > 3 {
			bytes = words[3]
		}
	}
	f := libpcp.Format(kind(0))
	data, err := hex.DecodeString(bytes)
	if err != nil {
		t.Fatal(err)
	}
	v := libpcp.Value{Inst: libpcp.NullInst}
	if f == libpcp.InSitu {
		word, _ := strconv.ParseUint(bytes, 16, 32)
		v.Word = uint32(word)
	} else {
		v = libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: kind(1), Data: data})
	}
	if command == "extract" {
		atom, err := libpcp.Extract(f, v, kind(1), kind(2))
		return spell(atom, err)
	}
	return "<" + string(format.Layout{Width: int(kind(2))}.AppendValue(nil, f, v, kind(1))) + ">"
}

func atomOf(t *testing.T, kind libpcp.Type, word string) libpcp.Atom {
	bits, err := strconv.ParseUint(word, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	switch kind {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(bits))
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(bits))
	case libpcp.Type64:
		return libpcp.Int64Atom(int64(bits))
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(bits)
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(math.Float32frombits(uint32(bits)))
	}
	return libpcp.DoubleAtom(math.Float64frombits(bits))
}

// spell is an atom, or an error, as the C program prints it.
func spell(a libpcp.Atom, err error) string {
	if err != nil {
		return fmt.Sprint(int(libpcp.Code(err)))
	}
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		return fmt.Sprint(a.Int64())
	case libpcp.TypeU32, libpcp.TypeU64:
		return fmt.Sprint(a.Uint64())
	case libpcp.TypeFloat:
		return fmt.Sprintf("%.9g", a.Float64())
	case libpcp.TypeDouble:
		return fmt.Sprintf("%.17g", a.Float64())
	case libpcp.TypeString:
		return `"` + a.Text() + `"`
	}
	return fmt.Sprintf("%d bytes", len(a.Bytes()))
}
