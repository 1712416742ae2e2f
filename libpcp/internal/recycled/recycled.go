// Package recycled gives memory of results back to sources. As a query it passes through
// wrappers, and as one of an internal package it is no part of the API: programs call
// libpcp.Context.Recycle.
package recycled

// Query gives back a *libpcp.Result of the source: neither that nor anything in it is
// referred to any more. It goes with the fetch for whose result the memory may serve.
type Query struct{ Result any }

// Fail implements libpcp.Query.
func (*Query) Fail(error) {}

// Decline implements libpcp.Query.
func (*Query) Decline() {}
