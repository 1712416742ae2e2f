// Package options reads the command lines of PCP's tools: the common options
// of PCPIntro(1) and pmGetOptions(3), the PCP_* variables that stand for
// them, the usage text, and the opening of the source they name.
//
// A tool describes its command line as a [getopt.Spec], whose options are bound
// to its own fields or to those of a [Source], and calls [getopt.Spec.Parse].
// Then [Source.Open] opens the context the options ask for, and [Source.Window]
// says where in time it starts. Package getopt parses the arguments and reports
// errors.
//
// Files refer to files further down this list:
//
//	settle.go several.go                           the order of work; one of several sources
//	opener.go series.go environ.go                 openers, clients; variables that stand for options
//	history.go window.go                           windows of time
//	common.go names.go derived.go                  name spaces, derived metrics
//	local.go dso.go speclocal.go folio.go          agents of local contexts; folios
//	open.go proxy.go prompt.go                     sources
//	source.go agents.go choice.go debug.go trace_fetch.go timing.go
package options
