// Package pmns reads name spaces of metrics from text files, as options -n
// and -N name them (PMNS(5)).
//
// [Load] reads a file and gives a [Tree]; [Override] puts the tree in the
// place of the name space of a Source, and [NamesOnly] makes a Source of it
// alone. Files are preprocessed first, as by pmcpp(1). The commands of #shell
// lines run only with [RunShell] in [Options]: a file is then to be trusted as
// much as a script.
//
// Errors in a file are reported as they are found, in the words and form of
// PCP's tools, on the writers of [Options], and returned to the program.
package pmns
