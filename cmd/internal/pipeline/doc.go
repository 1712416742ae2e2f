// Package pipeline takes records from what asks for them to a report. A tool makes
// raw records of one source; all that options of many tools do to records is a stage
// here, in one order:
//
//	tool -> rates -> units -> changes -> look -> pick -> judge -> problems -> finish
//	     -> summary -> merge of sources -> redraw or append -> format
//
// Each stage is an encoder for the one before it, and each source has its own stages
// as far as the merge, behind which finish is if there are several.
//
// A tool embeds a [Pipeline], whose fields say what it has of its own, lists the options
// of the parts, and gives Run an [Ask]. What was typed is settled in the tool's check;
// from Run on nothing of it changes. These are the rules:
//
//  1. Every stage passes Begin and End on, and each record at most once, in order. A
//     report is from Begin to End; with --watch several follow each other. Another time
//     begins with Begin, or of samples with each of them, never with both.
//  2. A record belongs to who gets it, until Write returns: a stage may change it. The
//     merge copies; nobody else keeps one.
//  3. A list of a record is made again whenever it is read, or holds its elements
//     ([report.ListOf]): then Map changes these once, and Filter copies. So no stage
//     computes again what an earlier one has computed.
//  4. Times have their zone from the merge on, and an encoder without a zone leaves it to
//     them.
//  5. What is before look sees base samples, and the first round of --rates and --since;
//     what is behind it does not.
//  6. Failures are records. Judge counts them, problems prints them and decides the exit
//     status; a tool only writes a [report.Problem].
//
// Files refer to files further down this list:
//
//	ask.go run.go                                  for tools; the order of a run
//	several.go begin.go ends.go answered.go        of many sources; where stages end
//	pace.go stages.go                              instants; what happens to records
//	convert.go picking.go judge.go stage.go        the stages: values, choice, failures; what they share
//	pipeline.go redraw.go                          what a run consists of
//	beat.go watch.go fleet.go keys.go limit_unix.go limit_other.go
package pipeline
