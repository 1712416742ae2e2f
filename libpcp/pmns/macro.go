package pmns

// macros are the #define lines of a name-space file. They have no parameters.
type macros map[string]string

// expand appends a line to dst with the macros in it replaced, where they
// stand as whole words; a word starts behind digits. What replaces them is not
// looked at again. It stops when the result is longer than any line may be.
func (m macros) expand(dst, line []byte) []byte {
	for len(line) > 0 && len(dst) < 2*maxLine {
		end := 0
		if !isDigit(line[0]) {
			for end < len(line) && isWordByte(line[end]) {
				end++
			}
		}
		if end == 0 {
			dst = append(dst, line[0])
			line = line[1:]
			continue
		}
		if value, ok := m[string(line[:end])]; ok {
			dst = append(dst, value...)
		} else {
			dst = append(dst, line[:end]...)
		}
		line = line[end:]
	}
	return dst
}
