package series

import (
	"errors"
	"net/http"
	"strings"

	"pcptools/libpcp/internal/rest"
)

// listsOf divides identifiers into lists for which an address has room.
func listsOf(ids []ID) ([]string, error) {
	words := make([]string, len(ids))
	for i, id := range ids {
		if !id.valid() {
			return nil, &IDError{id}
		}
		words[i] = string(id)
	}
	return rest.Lists(words), nil
}

// inLists has ask request something about identifiers, one list after the other.
func inLists(ids []ID, ask func(list string) error) error {
	lists, err := listsOf(ids)
	if err != nil {
		return err
	}
	for _, list := range lists {
		if err := askInParts(list, ask); err != nil {
			return err
		}
	}
	return nil
}

// askInParts asks about a list, or about one half after the other: pmproxy
// refuses an address that arrives in pieces, as a network may deliver a long one.
func askInParts(list string, ask func(list string) error) error {
	err := ask(list)
	var refusal *rest.Error
	if !errors.As(err, &refusal) || refusal.Status != http.StatusBadRequest {
		return err
	}
	first, second, ok := halves(list)
	if !ok {
		return err
	}
	if err := askInParts(first, ask); err != nil {
		return err
	}
	return askInParts(second, ask)
}

// halves divides a list; ok is false for a single identifier.
func halves(list string) (first, second string, ok bool) {
	middle := strings.LastIndexByte(list[:len(list)/2+1], ',')
	if middle < 0 {
		return "", "", false
	}
	return list[:middle], list[middle+1:], true
}
