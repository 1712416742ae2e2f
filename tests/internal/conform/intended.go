package conform

// Intent is a difference from the genuine tools that is meant.
type Intent struct {
	Reason string
	Ours   string // what ours does, in the form that differences are shown in
}

// intended lists them, by command line. Keep it short: the genuine tools are
// right unless they crash, hang or betray their user.
var intended = map[string]*Intent{}

func intentFor(c Case) *Intent { return intended[c.Line] }

// Intended returns the command lines that are meant to differ.
func Intended() map[string]*Intent { return intended }
