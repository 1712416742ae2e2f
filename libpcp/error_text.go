package libpcp

import (
	"fmt"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// ErrorCode is one line of the table of PCP's own codes.
type ErrorCode struct {
	Code   Error
	Symbol string // as in PMAPI(3), such as PM_ERR_NAME
	Text   string
}

// ErrorCodes lists PCP's own codes in the order of "pmerr -l". The caller
// must not change the slice.
func ErrorCodes() []ErrorCode { return errorCodes[:] }

// errorCodes is what pmerr -l of the newest PCP prints.
var errorCodes = [...]ErrorCode{
	{-12345, "PM_ERR_GENERIC", "Generic error, already reported above"},
	{-12346, "PM_ERR_PMNS", "Problems parsing PMNS definitions"},
	{-12347, "PM_ERR_NOPMNS", "PMNS not accessible"},
	{-12348, "PM_ERR_DUPPMNS", "Attempt to reload the PMNS"},
	{-12349, "PM_ERR_TEXT", "One-line or help text is not available"},
	{-12350, "PM_ERR_APPVERSION", "Metric not supported by this version of monitored application"},
	{-12351, "PM_ERR_VALUE", "Missing metric value(s)"},
	{-12353, "PM_ERR_TIMEOUT", "Timeout waiting for a response from PMCD"},
	{-12354, "PM_ERR_NODATA", "Empty archive file"},
	{-12355, "PM_ERR_RESET", "PMCD reset or configuration change"},
	{-12357, "PM_ERR_NAME", "Unknown metric name"},
	{-12358, "PM_ERR_PMID", "Unknown or illegal metric identifier"},
	{-12359, "PM_ERR_INDOM", "Unknown or illegal instance domain identifier"},
	{-12360, "PM_ERR_INST", "Unknown or illegal instance identifier"},
	{-12397, "PM_ERR_TYPE", "Unknown or illegal metric type"},
	{-12361, "PM_ERR_UNIT", "Illegal pmUnits specification"},
	{-12362, "PM_ERR_CONV", "Impossible value or scale conversion"},
	{-12363, "PM_ERR_TRUNC", "Truncation in value conversion"},
	{-12364, "PM_ERR_SIGN", "Negative value in conversion to unsigned"},
	{-12365, "PM_ERR_PROFILE", "Explicit instance identifier(s) required"},
	{-12366, "PM_ERR_IPC", "IPC protocol failure"},
	{-12414, "PM_ERR_TLS", "TLS protocol failure"},
	{-12368, "PM_ERR_EOF", "IPC channel closed"},
	{-12369, "PM_ERR_NOTHOST", "Operation requires context with host source of metrics"},
	{-12370, "PM_ERR_EOL", "End of PCP archive"},
	{-12371, "PM_ERR_MODE", "Illegal mode specification"},
	{-12372, "PM_ERR_LABEL", "Illegal label record at start of a PCP archive file"},
	{-12373, "PM_ERR_LOGREC", "Corrupted record in a PCP archive"},
	{-12375, "PM_ERR_LOGFILE", "Missing PCP archive file"},
	{-12374, "PM_ERR_NOTARCHIVE", "Operation requires context with archive source of metrics"},
	{-12376, "PM_ERR_NOCONTEXT", "Attempt to use an illegal context"},
	{-12377, "PM_ERR_PROFILESPEC", "NULL pmInDom with non-NULL instlist"},
	{-12378, "PM_ERR_PMID_LOG", "Metric not defined in the PCP archive"},
	{-12379, "PM_ERR_INDOM_LOG", "Instance domain identifier not defined in the PCP archive"},
	{-12380, "PM_ERR_INST_LOG", "Instance identifier not defined in the PCP archive"},
	{-12381, "PM_ERR_NOPROFILE", "Missing profile - protocol botch"},
	{-12386, "PM_ERR_NOAGENT", "No PMCD agent for domain of request"},
	{-12387, "PM_ERR_PERMISSION", "No permission to perform requested operation"},
	{-12388, "PM_ERR_CONNLIMIT", "PMCD connection limit for this host exceeded"},
	{-12389, "PM_ERR_AGAIN", "Try again. Information not currently available"},
	{-12390, "PM_ERR_ISCONN", "Already Connected"},
	{-12391, "PM_ERR_NOTCONN", "Not Connected"},
	{-12392, "PM_ERR_NEEDPORT", "A non-null port name is required"},
	{-12394, "PM_ERR_NONLEAF", "Metric name is not a leaf in PMNS"},
	{-13394, "PM_ERR_PMDANOTREADY", "PMDA is not yet ready to respond to requests"},
	{-13393, "PM_ERR_PMDAREADY", "PMDA is now responsive to requests"},
	{-12442, "PM_ERR_BOTCH", "Internal inconsistency detected or assertion failed"},
	{-12443, "PM_ERR_TOOSMALL", "Insufficient elements in list"},
	{-12444, "PM_ERR_TOOBIG", "Result size exceeded"},
	{-12445, "PM_ERR_FAULT", "QA fault injected"},
	{-12398, "PM_ERR_THREAD", "Operation not supported for multi-threaded applications"},
	{-12399, "PM_ERR_NOCONTAINER", "Container not found"},
	{-12400, "PM_ERR_BADSTORE", "Bad input to pmstore"},
	{-12401, "PM_ERR_LOGOVERLAP", "Archives overlap in time"},
	{-12402, "PM_ERR_LOGHOST", "Archives differ by host"},
	{-12404, "PM_ERR_LOGCHANGETYPE", "The type of a metric has changed in an archive"},
	{-12405, "PM_ERR_LOGCHANGESEM", "The semantics of a metric has changed in an archive"},
	{-12406, "PM_ERR_LOGCHANGEINDOM", "The instance domain of a metric has changed in an archive"},
	{-12407, "PM_ERR_LOGCHANGEUNITS", "The units of a metric have changed in an archive"},
	{-12408, "PM_ERR_NEEDCLIENTCERT", "PMCD requires a client certificate"},
	{-12409, "PM_ERR_BADDERIVE", "Derived metric definition failed"},
	{-12410, "PM_ERR_NOLABELS", "No support for metric label metadata"},
	{-12411, "PM_ERR_PMDAFENCED", "PMDA is currently fenced and unable to respond to requests"},
	{-12412, "PM_ERR_RECTYPE", "Incorrect record type in an archive"},
	{-12413, "PM_ERR_FEATURE", "Archive feature not supported"},
	{-12415, "PM_ERR_ARG", "Bad value for function argument"},
	{-21344, "PM_ERR_NYI", "Functionality not yet implemented"},
}

// saslBase is the code below which authentication failures lie: code
// saslBase + n is the SASL result n, a negative number down to saslLast.
const (
	saslBase = ErrNYI
	saslLast = -1000
)

// errno words a system error as the C library does: Go's texts are the same but
// for the capital, and for the numbers that it does not know.
func (t ErrorTexts) errno(n syscall.Errno) string {
	const (
		memoryPageHasHardwareError = 133
		inappropriateFileType      = 134
	)
	switch {
	case n == memoryPageHasHardwareError:
		return "Memory page has hardware error"
	case n == inappropriateFileType && t.FileType:
		return "Inappropriate file type or format"
	}
	text := n.Error()
	if text == fmt.Sprintf("errno %d", int(n)) {
		return fmt.Sprintf("Unknown error %d", int(n))
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

func saslText(e Error) string {
	result := int32(e) - int32(saslBase)
	if result < saslLast {
		return fmt.Sprintf("Unknown secure sockets error %d (%d)", int32(e), result)
	}
	return "Authentication - " + saslResultText(result)
}

// saslResultText is the SASL library's wording of its results.
func saslResultText(result int32) string {
	switch result {
	case -1:
		return "generic failure"
	case -2:
		return "no memory available"
	case -3:
		return "overflowed buffer"
	case -4:
		return "no mechanism available"
	case -5:
		return "bad protocol / cancel"
	case -6:
		return "can't request information until later in exchange"
	case -7:
		return "invalid parameter supplied"
	case -8:
		return "transient failure (e.g., weak key)"
	case -9:
		return "integrity check failed"
	case -10:
		return "server failed mutual authentication step"
	case -11:
		return "mechanism doesn't support requested feature"
	case -12:
		return "SASL library is not initialized"
	case -13:
		return "authentication failure"
	case -14:
		return "authorization failure"
	case -15:
		return "mechanism too weak for this user"
	case -16:
		return "encryption needed to use mechanism"
	case -17:
		return "One time use of a plaintext password will enable requested mechanism for user"
	case -18:
		return "passphrase expired, has to be reset"
	case -19:
		return "account disabled"
	case -20:
		return "user not found"
	case -21:
		return "passphrase locked"
	case -22:
		return "requested change was not needed"
	case -23:
		return "version mismatch with plug-in"
	case -24:
		return "remote authentication server unavailable"
	case -26:
		return "user exists, but no verifier for user"
	case -27:
		return "passphrase is too weak for security policy"
	case -28:
		return "user supplied passwords are not permitted"
	case -29:
		return "sasl_setpass needs old password in order to perform password change"
	case -30:
		return "sasl_setpass can't store a property because of a constraint violation"
	case -32:
		return "channel binding failure"
	case -100:
		return "error when parsing configuration file"
	}
	return "undefined error!"
}
