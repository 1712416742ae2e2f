// Package pseudo reads the text files of a kernel (proc(5), sysfs(5)) for the
// agents, or what stands in their place: a container or a variable of the
// environment may lead to files without an end. Each read has a limit, and
// nothing is waited for.
package pseudo
