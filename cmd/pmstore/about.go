package main

// What --help-all says.
const (
	about = `Pmstore changes the value of a metric that lets itself be changed, of all its
instances or of some.`

	example = `  pmstore pmcd.control.timeout 10
  pmstore -i sda,sdb some.metric 1 --format=json`
)
