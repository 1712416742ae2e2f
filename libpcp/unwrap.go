package libpcp

// An Unwrapper is a Source made around another, which it gives: what it does
// not do itself it leaves to that one.
type Unwrapper interface {
	Unwrap() Source
}

// As finds an ability of s, such as [Seeker] or [Storer], in s itself or in
// what it wraps.
func As[T any](s Source) (T, bool) {
	for {
		if t, ok := s.(T); ok {
			return t, true
		}
		u, ok := s.(Unwrapper)
		if !ok {
			var none T
			return none, false
		}
		s = u.Unwrap()
	}
}
