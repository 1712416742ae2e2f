package trace

import "pcptools/libpcp"

// Error is a code of the trace library (pmtraceerrstr(3)). Other failures are
// errors of the system, such as ECONNREFUSED.
type Error int32

// The errors.
const (
	ErrTagName    Error = -12000 // an empty tag
	ErrInProgress Error = -12001
	ErrNoProgress Error = -12002
	ErrTag        Error = -12003 // unknown to End and Abort
	ErrTagType    Error = -12004
	ErrTagLength  Error = -12005 // more than 254 bytes
	ErrIPC        Error = -12006
	ErrEnvFormat  Error = -12007
	ErrTimeout    Error = -12008
	ErrVersion    Error = -12009
	ErrPermission Error = -12010
	ErrConnLimit  Error = -12011
)

// maxTag is the greatest length of a tag, in bytes. PCP's agent closes the
// connection on tags longer than 124.
const maxTag = 254

var texts = map[Error]string{
	ErrTagName:    "Invalid tag name - tag names cannot be NULL",
	ErrInProgress: "Transaction is already in progress - cannot begin",
	ErrNoProgress: "Transaction is not currently in progress - cannot end",
	ErrTag:        "Transaction tag was not successfully initialised",
	ErrTagType:    "Tag is already in use for a different type of tracing",
	ErrTagLength:  "Tag name is too long (maximum 256 characters)",
	ErrIPC:        "IPC protocol failure",
	ErrEnvFormat:  "Unrecognised environment variable format",
	ErrTimeout:    "Application timed out connecting to the PMDA",
	ErrVersion:    "Incompatible versions between application and PMDA",
	ErrPermission: "Cannot connect to PMDA - permission denied",
	ErrConnLimit:  "Cannot connect to PMDA - connection limit reached",
}

// Error returns the text of pmtraceerrstr(3).
func (e Error) Error() string {
	if text, ok := texts[e]; ok {
		return text
	}
	if e < 0 && e > -1000 {
		return libpcp.Error(e).Error()
	}
	return "Unknown error code."
}
