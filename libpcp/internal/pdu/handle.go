package pdu

// A Decoder is a pointer to one of the structs of this package.
type Decoder[T any] interface {
	*T
	Decode(b []byte) error
}

// Handle decodes a request for answer, which returns the reply.
func Handle[T any, P Decoder[T]](b []byte, answer func(P) (Message, error)) (Message, error) {
	m := P(new(T))
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	return answer(m)
}
