// Package report writes reports in formats other than classic: JSON, JSON
// Lines, CSV, tables, OpenMetrics, the text format of Prometheus, and plots.
//
// A tool makes [Record] values, such as a [Metric], and hands them to the
// [Encoder] that [New] makes for the user's [Format]. All encoders show the
// same records. pcptools-formats(5) describes the formats, and
// schema/report-2.json the JSON.
package report
