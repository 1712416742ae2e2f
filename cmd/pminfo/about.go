package main

// What --help-all says.
const (
	about = `Pminfo shows what is known about performance metrics: their names, descriptors,
help texts, labels and values. Operands are names of metrics, or of branches of
the tree of names; without any, it is about all metrics. Metrics come from the
pmcd on this host, or with -h from another, with -a from an archive, and with -L
from this machine itself, where no pmcd runs.`

	example = `  pminfo --search disk read              # find metrics by words
  pminfo -L -dfT kernel.all.load         # all about one, without a pmcd
  pminfo -h server -f mem                # values of a branch
  pminfo --format=json -f 'disk.dev.*_bytes'
  pminfo --format=openmetrics network.interface`
)
