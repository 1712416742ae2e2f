// Package format turns what libpcp delivers into the text that PCP's tools
// print: values and event summaries (pmPrintValue(3)), time stamps
// (pmPrintStamp(3)), label sets (pmMergeLabelSets(3)), series identifiers,
// and pmval's columns; and it reads values typed by a user, as pmstore does.
//
// [AppendValue] is the place to start. The Append functions add to a byte
// slice and return it, like those of strconv; they print C's numbers, not
// Go's.
package format
