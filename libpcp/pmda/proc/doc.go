// Package proc is the PMDA for the processes of a Linux system.
//
// It has the metrics of proc(5) for each process: proc.psinfo, proc.id,
// proc.memory, proc.io and so on, the counts of proc.runq, proc.control, and
// those of control groups (cgroups(7)) of both versions: cgroup.
// [New] returns the agent, for package local or [pmda.Main]. The processes of
// interest, hotproc, are there without a way to pick any.
//
// Instances are processes, by number: "001234 sleep". A fetch reads only the
// files that the metrics asked for are in, and only of the processes in the
// client's instance profile.
package proc
