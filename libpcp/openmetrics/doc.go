// Package openmetrics writes metrics as OpenMetrics 1.0 (https://openmetrics.io)
// or in the text format 0.0.4 of Prometheus, which came before it.
//
// An [Encoder] writes them, one [Metric] after the other. [OfSample] makes metrics
// of a sample of a Group, for a server that is scraped, or for an archive that a time
// series database imports.
//
// Names have underscores for what is not allowed in them, the suffix _total if
// they are counters, and their unit if that is made of bytes and seconds, into
// which values are converted then. A string is the label value of an info metric.
// Instances have the label instname, beside the labels of PCP. Numbers and
// strings are written; events and aggregates are not.
package openmetrics
