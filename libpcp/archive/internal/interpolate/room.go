package interpolate

import "pcptools/libpcp"

// room is values with one more, which may have memory for a block.
func room(values []libpcp.Value) ([]libpcp.Value, *libpcp.Value) {
	n := len(values)
	if n < cap(values) {
		values = values[:n+1]
	} else {
		values = append(values, libpcp.Value{})
	}
	return values, &values[n]
}

// piece is n bytes for a block: those it has, or others of a stock that grows
// by as much as the blocks to come will need, too.
func piece(has []byte, n int, stock *[]byte, blocks int) []byte {
	if n <= len(has) {
		return has[:n]
	}
	if n > len(*stock) {
		*stock = make([]byte, n*max(blocks, 1))
	}
	b := (*stock)[:n:n]
	*stock = (*stock)[n:]
	return b
}
