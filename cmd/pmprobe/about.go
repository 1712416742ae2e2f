package main

// What --help-all says.
const (
	about = `Pmprobe tells how many values metrics have, and with options which instances
and values: a line for each metric.`

	example = `  pmprobe disk                           # what there is of a branch
  pmprobe -L -I disk.dev.read            # names of instances
  pmprobe --format=csv -v kernel.all`
)
