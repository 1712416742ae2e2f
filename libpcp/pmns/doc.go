// Package pmns reads namespaces of metrics from text files (PMNS(5)), such as
// the files of the options -n and -N.
//
// [Load] reads a file and returns a [Tree]; [Override] replaces the namespace
// of a Source by a tree, and [NamesOnly] returns a Source that has only a tree.
// Files are preprocessed first, as by pmcpp(1). The commands of #shell lines
// run only with [RunShell] in [Options]: such a file must be trusted like a
// script.
//
// Errors in a file are printed as they are found, with the messages of PCP's
// tools, on the writers of [Options], and returned.
package pmns
