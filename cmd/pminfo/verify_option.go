package main

// verifyValue is the value of -v, or of -e if it is quiet. The last of them
// counts.
type verifyValue struct {
	parts *parts
	quiet bool
}

func (v verifyValue) Set(string) error { v.parts.verify, v.parts.quiet = true, v.quiet; return nil }
func (v verifyValue) Type() string     { return "bool" }
func (v verifyValue) String() string   { return "" }
