// Package format formats text as PCP's tools do: values and event summaries
// (pmPrintValue(3)), time stamps (pmPrintStamp(3)), label sets
// (pmMergeLabelSets(3)), series identifiers, and pmval's columns; and it
// parses values, as pmstore does.
//
// Start with [AppendValue]. The Append functions append to a byte slice and
// return it, like strconv's; they print numbers as C does.
package format
