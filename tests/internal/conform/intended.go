package conform

import "time"

// Intent is a difference from the genuine tools that is meant.
type Intent struct {
	Reason string

	// What ours does instead: what the genuine tool does for another command
	// line, or else a result, in the form in which differences are shown.
	As   string
	Ours string

	// Endless says that the genuine tool must be stopped.
	Endless bool
}

const endlessPmprobe = "pmprobe -b below 1 never ends or crashes; it stands for 1"

// intended lists them, by command line. Keep it short: the genuine tools are
// right unless they crash, hang or betray their user.
var intended = map[string]*Intent{
	"pmprobe -b 0 sample.long":      {Reason: endlessPmprobe, As: "pmprobe -b 1 sample.long", Endless: true},
	"pmprobe -b '' sample.long.one": {Reason: endlessPmprobe, As: "pmprobe -b 1 sample.long.one", Endless: true},
	"pmprobe -b -1 -v sample.long":  {Reason: endlessPmprobe, As: "pmprobe -b 1 -v sample.long"},
}

// Intended returns the command lines that are meant to differ.
func Intended() map[string]*Intent { return intended }

// patience is how long the genuine tool may take for a case.
func (i *Intent) patience() time.Duration {
	if i != nil && i.Endless {
		return time.Second
	}
	return timeout
}
