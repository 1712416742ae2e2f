package main

// What --help-all says.
const (
	about = `Pmval prints the values of a metric again and again, counters as rates. With a
format other than classic it takes several metrics, branches and patterns.`

	example = `  pmval -t 5 -s 10 kernel.all.load       # every 5 seconds, ten times
  pmval -L --plot disk.dev kernel.all.cpu.user
  pmval --format=wide -t 2 mem.util.free network.interface.in.bytes
  pmval --format=csv --wide -a archive -S 2026-03-04T21:00:00Z disk.all
  pmval --format=jsonl --units=Mbyte/sec disk.dev.total_bytes`
)
