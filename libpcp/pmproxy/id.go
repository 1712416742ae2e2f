package pmproxy

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// parsePMID reads an identifier as pmIDStr(3) writes it.
func parsePMID(text string) (libpcp.PMID, error) {
	n, err := parts(text, 511, 4095, 1023)
	if err != nil {
		return 0, err
	}
	return libpcp.NewPMID(n[0], n[1], n[2]), nil
}

// parseInDom reads an instance domain as pmInDomStr(3) writes it, or "" for none.
func parseInDom(text string) (libpcp.InDom, error) {
	if text == "" {
		return libpcp.NullInDom, nil
	}
	n, err := parts(text, 511, 1<<22-1)
	if err != nil {
		return 0, err
	}
	return libpcp.NewInDom(n[0], n[1]), nil
}

// parts reads numbers with dots between them, one for each limit.
func parts(text string, limits ...uint64) ([]uint32, error) {
	fields := strings.Split(text, ".")
	if len(fields) != len(limits) {
		return nil, nonsense("identifier", text)
	}
	numbers := make([]uint32, len(fields))
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 32)
		if err != nil || n > limits[i] {
			return nil, nonsense("identifier", text)
		}
		numbers[i] = uint32(n)
	}
	return numbers, nil
}
