// Package options reads the command lines of PCP's tools: the common options
// of PCPIntro(1) and pmGetOptions(3), the PCP_* variables that stand for
// them, the usage text, and the opening of the source they name.
//
// A tool describes its command line as a [getopt.Spec], whose options are bound
// to its own fields or to those of a [Source], and calls [getopt.Spec.Parse].
// Then [Source.Open] opens the context the options ask for, and [Source.Window]
// says where in time it starts. Package getopt parses the arguments and reports
// errors.
package options
