package pmcd

import "strconv"

// A DialError lists the addresses that were tried, with the error of each. Its
// code and text are those of the last attempt.
type DialError struct {
	Attempts []Attempt
	Err      error
}

// An Attempt is an address that was dialed, and the error.
type Attempt struct {
	Where string // for people: "socket /run/pcp/pmcd.socket", "port 44321 of host"
	Err   error
}

func (e *DialError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *DialError) Unwrap() error { return e.Err }

// attempts is what a client has tried for one connection.
type attempts []Attempt

func (a *attempts) socket(path string, err error) { a.add("socket "+path, err) }

func (a *attempts) port(port int32, name string, err error) {
	a.add("port "+strconv.Itoa(int(port))+" of "+name, err)
}

func (a *attempts) add(where string, err error) {
	if err != nil {
		*a = append(*a, Attempt{where, err})
	}
}

// failure makes of the last error one that has all.
func (a attempts) failure(err error) error {
	if err == nil || len(a) == 0 {
		return err
	}
	return &DialError{Attempts: a, Err: err}
}
