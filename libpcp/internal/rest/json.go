package rest

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"
)

// Into reads JSON, one value and nothing after it.
func Into(v any) Decoder {
	return func(r io.Reader) error {
		d := decoder(r)
		if err := d.Decode(v); err != nil {
			return err
		}
		if _, err := d.Token(); err != io.EOF {
			return errors.New("more after its end")
		}
		return nil
	}
}

func decoder(r io.Reader) *json.Decoder { return json.NewDecoder(&bareWords{r: r}) }

// Elements reads an object and gives the elements of the array that is its
// member name to each, one after the other.
func Elements[T any](name string, each func(*T) error) Decoder {
	return func(r io.Reader) error { return elements(decoder(r), name, each) }
}

// Array reads an array and gives its elements to each, one after the other.
func Array[T any](each func(*T) error) Decoder {
	return func(r io.Reader) error { return array(decoder(r), each) }
}

func elements[T any](d *json.Decoder, name string, each func(*T) error) error {
	if err := delimiter(d, '{'); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != name {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return err
			}
			continue
		}
		if err := array(d, each); err != nil {
			return err
		}
	}
	return delimiter(d, '}')
}

func array[T any](d *json.Decoder, each func(*T) error) error {
	if err := delimiter(d, '['); err != nil {
		return err
	}
	for d.More() {
		element := new(T)
		if err := d.Decode(element); err != nil {
			return err
		}
		if err := each(element); err != nil {
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
