// Package linux is the agent for the kernel's metrics (pmdalinux(1)): its
// names, descriptors and instances are those of the genuine agent's domain 60.
//
// The kernel's text files below /proc and /sys are read when a metric is asked
// for that needs them, once for a request; what nobody asks for is neither read
// nor taken apart. The tables of metrics say what there is, in files named
// …_metrics.go; beside each is the file that knows where its values come from,
// mostly by the last parts of a metric's name.
//
// As in the genuine agent, $LINUX_STATSPATH goes in front of the paths of all
// these files, and $LINUX_HERTZ, $LINUX_NCPUS and $LINUX_PAGESIZE take the
// place of what the system says.
//
// The parsers are the package's own. The large package for this job,
// prometheus/procfs, compiles regular expressions before main: 0.3 ms and some
// 900 allocations for every start of every tool, where all that it takes to
// make this agent and fetch kernel.all.load once is 0.2 ms.
package linux
