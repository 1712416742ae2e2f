// Package getopt parses command lines as PCP's tools do: by the rules of
// getopt_long(3), which pflag's own parser does not follow. It reports all errors
// before the usage text (pmGetOptions(3), pmUsageMessage(3), pmprintf(3)).
//
// A tool describes its command line as a [Spec], whose options are pflag values
// bound to its own variables, and calls [Spec.Parse]. Package options has the
// options that tools share; a tool with a source of metrics imports it instead
// of this package.
package getopt
