// Package format formats text as PCP's tools do: values and event summaries
// (pmPrintValue(3)), time stamps (pmPrintStamp(3)), label sets
// (pmMergeLabelSets(3)), series identifiers, and pmval's columns; and it
// parses values, as pmstore does.
//
// [AppendValue] is the place to start. The Append functions add to a byte
// slice and return it, like those of strconv; they print C's numbers, not
// Go's.
package format
