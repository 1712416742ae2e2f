// Package traced has the events that a [libpcp.Tracer] receives: what the packages
// of libpcp/ report for the debug options of -D, and cmd/internal/debug prints.
package traced
