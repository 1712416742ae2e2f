// Package pmns reads name spaces of metrics from text files, as options -n
// and -N name them (PMNS(5)).
//
// [Load] reads a file and gives a [Tree]; [Override] puts the tree in the
// place of the name space of a Source, and [NamesOnly] makes a Source of it
// alone. Files are preprocessed as by pmcpp(1) first, which includes running
// the commands of #shell lines: a file is to be trusted as much as a script.
//
// What is wrong with a file is told on the way, in the words and form of
// PCP's tools, to the writers of [Options]; errors say it once more, for
// programs.
package pmns
