// Package report writes what the tools find out in forms other than the
// classic one: as JSON, as lines of JSON, as CSV and as tables.
//
// A tool makes [Record] values, such as a [Metric], and hands them to the
// [Encoder] that [New] makes for the user's [Format]. The records are the one
// model; every encoder is a view of them. docs/output.md describes the forms,
// and schema/report-2.json the JSON.
package report
