package logger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// folio is a file that lists the archives of a recording:
//
//	PCPFolio
//	Version: 1
//	# use pmafm(1) to process this PCP Archive Folio
//	#
//	Created: on HOST at DATE
//	Creator: PROGRAM [BASE]     BASE with a configuration for replays
//	#               Host                    Basename
//	#
//	Archive:        HOST                    BASE.HOST
type folio struct {
	name    string // as the caller gave it
	path    string // absolute
	creator string
	base    string // of the names of the other files
	replay  bool
}

func (f *folio) writeHead(w io.Writer) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	creator := f.creator
	if f.replay {
		creator += " " + f.base
	}
	_, err = fmt.Fprintf(w, `PCPFolio
Version: 1
# use pmafm(1) to process this PCP Archive Folio
#
Created: on %s at %s
Creator: %s
#               Host                    Basename
#
`, host, time.Now().Format("Mon Jan _2 15:04:05 2006"), creator)
	return err
}

// addArchives lists the archives of hosts.
func (f *folio) addArchives(hosts []*Host) error {
	file, err := os.OpenFile(f.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	for _, h := range hosts {
		_, e := fmt.Fprintf(file, "%-15s %-23s %s\n", "Archive:", h.Name, h.base)
		err = errors.Join(err, e)
	}
	return errors.Join(err, file.Close())
}
