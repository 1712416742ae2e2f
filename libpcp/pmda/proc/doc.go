// Package proc is the PMDA for the processes of a Linux system.
//
// It has the metrics of proc(5) for each process: proc.psinfo, proc.id,
// proc.memory, proc.io and so on, the counts of proc.runq, proc.control, and
// those of control groups (cgroups(7)) of both versions: cgroup.
// [New] returns the agent, for package local or [pmda.Main].
//
// hotproc has the same of the processes of interest, which a predicate picks
// every ten seconds: that of $PCP_PMDAS_DIR/proc/hotproc.conf, or what root
// stores in hotproc.control.config. Its language is that of pmdaproc(1), as
// PCP reads it: patterns are those of Emacs, but for back references;
// syscalls, which Linux does not count, is 0.
//
// Instances are processes, by number: "001234 sleep". A fetch reads only the
// files that the metrics asked for are in, and only of the processes in the
// client's instance profile.
package proc
