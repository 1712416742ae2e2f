// Package linux is the agent for the kernel's metrics (pmdalinux(1)): its
// names, descriptors and instances are those of the genuine agent's domain 60.
//
// Files below /proc and /sys are read and parsed at most once per request, and
// only if the request needs them. Each collector has a file with its type, its
// fetch function and its metrics, whose rows say where values come from
// (pmda.Metric.Key). tables.go lists the metrics of all collectors, suppliers.go
// the fetch functions.
//
// As in the genuine agent, $LINUX_STATSPATH goes in front of the paths of all
// these files, and $LINUX_HERTZ, $LINUX_NCPUS and $LINUX_PAGESIZE replace what
// the system reports.
//
// For a client with a container some metrics are those of its network, its
// file systems and its name, read by threads that enter its name spaces and end
// with the request (container.go, nsthread_linux.go). That takes root.
//
// A file that is missing is read as an empty one. Its metrics then have no
// value or 0, each as in the genuine agent; the same holds for lines that are
// cut short, and for the files of other kernels and machines.
//
// The parsers are the package's own. The large package for this job,
// prometheus/procfs (v0.23), compiles regular expressions before main: 0.19 ms
// and 892 allocations for every start of every tool, on a machine where all
// that it takes to make this agent and fetch kernel.all.load once is 0.2 ms. Its
// package blockdevice imports it, its package sysfs has 0.11 ms and 501
// allocations of its own. Besides, it refuses files that are not as it expects
// them, where the values of this agent are those of the genuine one.
package linux
