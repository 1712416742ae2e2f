package logfile

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// wholeEvents reports whether the records of an event array and their
// parameters are all there. The array is what fills the words of its block:
//
//	number of records, each of which is
//	    timestamp, of two words, or four in arrays of type HIGHRES_EVENT
//	    flags
//	    number of parameters; where the top flag is set, of events missed
//	    each parameter: PMID, type and length of its block, data
func wholeEvents(typ libpcp.Type, array []byte) bool {
	stamp := 8
	if typ == libpcp.TypeHighResEvent {
		stamp = 16
	}
	if len(array) < 4 {
		return false
	}
	n := int32(binary.BigEndian.Uint32(array))
	for array = array[4:]; n > 0; n-- {
		if len(array) < stamp+8 {
			return false
		}
		flags := binary.BigEndian.Uint32(array[stamp:])
		params := int32(binary.BigEndian.Uint32(array[stamp+4:]))
		array = array[stamp+8:]
		if libpcp.EventFlags(flags)&libpcp.EventMissed != 0 {
			continue
		}
		for ; params > 0; params-- {
			if len(array) < 8 {
				return false
			}
			length := int(binary.BigEndian.Uint32(array[4:]) & 0xffffff)
			if 4+wire.Padded(length) > len(array) {
				return false
			}
			array = array[4+wire.Padded(length):]
		}
	}
	return true
}
