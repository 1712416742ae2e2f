package rest

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"

	"pcptools/libpcp"
)

// Into reads JSON, one value and nothing after it.
func Into(v any) Decoder {
	return func(r io.Reader) error {
		d := decoder(r)
		if err := d.Decode(v); err != nil {
			return err
		}
		return ended(d)
	}
}

func ended(d *json.Decoder) error {
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more after its end")
	}
	return nil
}

func decoder(r io.Reader) *json.Decoder { return json.NewDecoder(&bareWords{r: r}) }

// Members are the members of an object that are wanted, with what reads each.
type Members map[string]func(*json.Decoder) error

// Object reads an object, and nothing after it.
func Object(m Members) Decoder {
	return func(r io.Reader) error {
		d := decoder(r)
		if err := m.read(d); err != nil {
			return err
		}
		return ended(d)
	}
}

// To reads a member into a variable.
func To(v any) func(*json.Decoder) error {
	return func(d *json.Decoder) error { return d.Decode(v) }
}

// Each reads an array and gives its elements to each, one after the other.
func Each[T any](each func(*T) error) func(*json.Decoder) error {
	return func(d *json.Decoder) error { return array(d, each) }
}

// EachObject reads an array of objects, which may be long: the members of each
// are read by new ones.
func EachObject(members func() Members) func(*json.Decoder) error {
	return func(d *json.Decoder) error {
		return readArray(d, func() error { return members().read(d) })
	}
}

// Names reads an array of strings and gives each to add. It reads at most maxNames
// short names, which take many times the memory of their text.
func Names(add func(string)) func(*json.Decoder) error {
	n, size := 0, 0
	return Each(func(name *string) error {
		n, size = n+1, size+len(*name)
		if n > maxNames && size < shortName*n {
			return &Error{Code: libpcp.ErrTooBig, Message: "the answer has too many names"}
		}
		add(*name)
		return nil
	})
}

// NameArray reads an array of strings, which is the whole answer, as Names does.
func NameArray(add func(string)) Decoder {
	return func(r io.Reader) error { return Names(add)(decoder(r)) }
}

const (
	maxNames  = 1 << 18
	shortName = 16 // bytes, on average
)

// Elements reads an object and gives the elements of the array that is its
// member name to each, one after the other.
func Elements[T any](name string, each func(*T) error) Decoder {
	return Object(Members{name: Each(each)})
}

// Array reads an array and gives its elements to each, one after the other.
func Array[T any](each func(*T) error) Decoder {
	return func(r io.Reader) error { return array(decoder(r), each) }
}

func (m Members) read(d *json.Decoder) error {
	if err := delimiter(d, '{'); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		read := m[name]
		if read == nil {
			read = To(new(json.RawMessage))
		}
		if err := read(d); err != nil {
			return err
		}
	}
	return delimiter(d, '}')
}

func array[T any](d *json.Decoder, each func(*T) error) error {
	return readArray(d, func() error {
		element := new(T)
		if err := d.Decode(element); err != nil {
			return err
		}
		return each(element)
	})
}

// readArray reads an array, of which element reads an element.
func readArray(d *json.Decoder, element func() error) error {
	if err := delimiter(d, '['); err != nil {
		return err
	}
	for d.More() {
		if err := element(); err != nil {
			return err
		}
	}
	return delimiter(d, ']')
}

func delimiter(d *json.Decoder, want json.Delim) error {
	token, err := d.Token()
	if err == nil && token != want {
		err = errors.New("no " + want.String())
	}
	return err
}

// Lists joins words with commas, to as few lists as a query can hold.
func Lists(words []string) (all []string) {
	var list strings.Builder
	for _, word := range words {
		escaped := len(url.QueryEscape(word)) + len("%2C")
		if list.Len() > 0 && list.Len()+escaped > maxQuery {
			all = append(all, list.String())
			list.Reset()
		}
		if list.Len() > 0 {
			list.WriteByte(',')
		}
		list.WriteString(word)
	}
	if list.Len() > 0 {
		all = append(all, list.String())
	}
	return all
}
