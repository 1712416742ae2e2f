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
//	settle.go several.go environ.go                the order of work; one of several sources; variables
//	window.go open.go opener.go                    sources, and windows of time in them
//	local_names.go local.go dso.go                 local contexts
//	series.go proxy.go source.go                   series; all options
//	speclocal.go agents.go                         agents of local contexts
//	naming.go placing.go timing.go folio.go choice.go  groups of options
//	open_error.go prompt.go debug.go trace_fetch.go
package options
