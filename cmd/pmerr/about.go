package main

// What --help-all says.
const (
	about = `Pmerr tells what error codes mean: numbers or, for PCP's own, names.`

	example = `  pmerr -12357
  pmerr --format=json ENOENT PM_ERR_NAME
  pmerr -l                               # all codes`
)
