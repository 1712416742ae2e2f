// Package logfile decodes and encodes the records of archives (LOGARCHIVE(5)),
// one kind in each file, headed by its layout: the label of every file; the
// metadata, which are descriptors, instance domains, label sets and help texts;
// the entries of a temporal index; and data records, which are results.
//
// Decoders take the payload of a record, without the lengths around it, and
// bound what they allocate by its length. Except where stated otherwise, what
// they return does not alias it. The error for a payload that is no record of
// its kind is [libpcp.ErrLogRec].
//
// All integers are big-endian. There are two versions of the format, 2 and 3.
package logfile
