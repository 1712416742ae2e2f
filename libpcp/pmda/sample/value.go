package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// fixed returns a fetch function for a value that never changes.
func fixed(v libpcp.Atom) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return v, nil }
}

// get returns a fetch function for the value of a variable.
func get(v *int32) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(*v), nil }
}

// getUnsigned is get for an unsigned one.
func getUnsigned(v *uint32) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(*v), nil }
}

type storeFunc = func(context.Context, *pmda.Request, libpcp.Atom) error

// set returns a store function for a variable that may have any value.
func set(v *int32) storeFunc {
	return func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
		*v = int32(to.Int64())
		return nil
	}
}

// setUnsigned is set for an unsigned one.
func setUnsigned(v *uint32) storeFunc {
	return func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
		*v = uint32(to.Uint64())
		return nil
	}
}

// none is the fetch function of metrics that never have a value.
func none(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Atom{}, pmda.NoValue }

// failing returns a fetch function that always fails.
func failing(err error) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Atom{}, err }
}
