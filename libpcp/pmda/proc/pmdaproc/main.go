// Pmdaproc is the proc agent as a daemon for pmcd. It remains root, if root runs
// it, and reads what belongs to processes with the rights of the client's user.
package main

import (
	"os"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/proc"
)

func main() {
	var o proc.Options
	d := pmda.Daemon{Agent: proc.NewWith(&o), User: "root", Options: "DdlU", Extra: []getopt.Option{
		{Short: 'A', Long: "no-access-checks", Value: getopt.Bool(&o.Everything),
			Text: "no access checks will be performed (insecure, beware!)"},
		{Short: 'L', Long: "with-threads", Value: getopt.Bool(&o.Threads),
			Text: "include threads in the all-processes instance domain"},
		{Short: 'r', Long: "from-cgroup", Arg: "NAME", Value: getopt.String(&o.Cgroup),
			Text: "restrict monitoring to processes in the named cgroup"},
	}}
	os.Exit(d.Main())
}
