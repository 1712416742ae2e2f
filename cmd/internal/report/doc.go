// Package report writes reports in formats other than classic: JSON, JSON
// Lines, CSV, tables, OpenMetrics, the text format of Prometheus, and plots.
//
// A tool makes [Record] values, such as a [Metric], and hands them to the
// [Encoder] that [New] makes for the user's [Format]. All encoders show the
// same records. pcptools-formats(5) describes the formats, and
// schema/report-2.json the JSON.
//
// Files refer to files further down this list:
//
//	several.go gather.go                                      many sources as one report
//	fields.go formats.go                                      options about columns; the table of formats
//	wide_hosts.go wide_table.go csv.go wide.go                a row for each sample, of CSV too
//	byhost.go byinstance.go block.go                          a row for each source, or for each instance
//	table.go summary_column.go bar.go past.go fit.go suit.go  a row for each value
//	grid.go clock.go                                          what these draw
//	printer.go memo.go                                        the text of cells
//	openmetrics.go                                            formats of Prometheus
//	json_lines.go field_writer.go json.go                     documents, and fields of CSV
//	json_record.go json_value.go
//	units.go layout.go facts.go figure.go                     units, numbers
//	options.go unseen.go                                      what encoders are told
//	row.go column.go failure.go errno_unix.go errno_other.go  what records consist of
//	place.go record.go stream.go escape.go list.go
package report
