package events

import (
	"fmt"

	"pcptools/libpcp"
)

// AppendHead appends what follows the number or time of an event record: its
// flags, or a text in place of parameters. Wording differs between the tools:
// missed precedes the number of missed records, none stands for no parameters.
// params reports that parameters follow. Flags count as a parameter, as they do
// in an unpacked array of the PMAPI.
func AppendHead(dst []byte, rec libpcp.EventRecord, missed, none string) (head []byte, params bool) {
	count := rec.Count
	if rec.Flags != 0 {
		count++
	}
	switch {
	case rec.Flags&libpcp.EventMissed != 0:
		return fmt.Appendf(dst, " flags 0x%x (%s) ---\n%s%d missed event records\n",
			uint32(rec.Flags), rec.Flags, missed, rec.Missed), false
	case count == 0:
		return append(append(dst, " ---\n"...), none...), false
	case count < 0:
		return fmt.Appendf(dst, " ---\n\tError: illegal number of parameters (%d)\n", count), false
	case rec.Flags != 0:
		dst = fmt.Appendf(dst, " flags 0x%x (%s) ---\n", uint32(rec.Flags), rec.Flags)
	}
	return dst, true
}
