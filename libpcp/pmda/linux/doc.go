// Package linux is the agent for the kernel's metrics (pmdalinux(1)): its
// names, descriptors and instances are as in PCP's agent, of domain 60.
//
// Files below /proc and /sys are read and parsed at most once per request, and
// only if the request needs them. A collector is one file, of which tty.go is a
// short one:
//
//   - its state, a field of agent, whose zero value is ready to use;
//   - its instance domains, whose members a set finds, once for a request, and
//     their labels;
//   - its parser, over bytes, which a fuzz target calls;
//   - its sources: types whose values are the origins of metrics, such as the
//     key of a line or a column (sources.go has the shared ones);
//   - its metrics, each with its source, and the release that brought or ended it.
//
// tables.go names its table, agent.go its state. No other file knows it, but for
// collectors that draw on it by of(r).
//
// As in PCP's agent, $LINUX_STATSPATH goes in front of the paths of all
// these files, and $LINUX_HERTZ, $LINUX_NCPUS and $LINUX_PAGESIZE replace the
// numbers of the system.
//
// For a client with a container some metrics are about its network, its file
// systems and its name, read by threads that enter its name spaces and end
// with the request (container.go, nsthread_linux.go). That takes root.
//
// A file that is missing is read as an empty one. Its metrics then have no
// value or 0, each as in PCP's agent; the same holds for lines that are
// cut short, and for the files of other kernels and machines.
//
// The parsers are the package's own. The large package for this job,
// prometheus/procfs (v0.23), compiles regular expressions before main: 0.19 ms
// and 892 allocations for every start of every tool, on a machine where all
// that it takes to make this agent and fetch kernel.all.load once is 0.2 ms. Its
// package blockdevice imports it, its package sysfs has 0.11 ms and 501
// allocations of its own. Besides, it refuses files that are not as it expects
// them, where this agent has the values of PCP's.
package linux
