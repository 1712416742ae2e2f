package pdu

import "strconv"

// Type is the type of a PDU.
type Type int32

// The types. Each is the name of a struct of this package, but for
// TypeControlReq, which has a number and no form.
const (
	TypeError         Type = 0x7000
	TypeResult        Type = 0x7001
	TypeProfile       Type = 0x7002
	TypeFetch         Type = 0x7003
	TypeDescReq       Type = 0x7004
	TypeDesc          Type = 0x7005
	TypeInstanceReq   Type = 0x7006
	TypeInstance      Type = 0x7007
	TypeTextReq       Type = 0x7008
	TypeText          Type = 0x7009
	TypeControlReq    Type = 0x700a
	TypeCreds         Type = 0x700c
	TypePMNSIDs       Type = 0x700d
	TypePMNSNames     Type = 0x700e
	TypePMNSChild     Type = 0x700f
	TypePMNSTraverse  Type = 0x7010
	TypeAttr          Type = 0x7011
	TypeLabelReq      Type = 0x7012
	TypeLabel         Type = 0x7013
	TypeHighResFetch  Type = 0x7014
	TypeHighResResult Type = 0x7015
	TypeDescIDs       Type = 0x7016
	TypeDescs         Type = 0x7017

	TypeTraceAck  Type = 0x7050
	TypeTraceData Type = 0x7051

	TypeLogControl  Type = 0x8000
	TypeLogStatusV2 Type = 0x8001
	TypeLogRequest  Type = 0x8002
	TypeLogStatus   Type = 0x8003
)

// maxLen is how long a PDU of the type can be. Most have a fixed form, or come
// in answer to a request, which has at most [MaxRequest] bytes.
func (t Type) maxLen() int32 {
	switch t {
	case TypeError:
		return HeaderLen + 8
	case TypeDesc:
		return HeaderLen + descLen
	case TypeTraceAck:
		return HeaderLen + 4
	case TypeTraceData:
		return HeaderLen + 12 + MaxTraceTag + 2
	case TypePMNSNames, TypeInstance, TypeText, TypeResult, TypeHighResResult,
		TypeLogControl, TypeLogStatus, TypeLogStatusV2:
		return MaxLen
	case TypeLabel:
		return maxLabelPDU
	case TypeDescs:
		return 8 * MaxRequest // 20 bytes for each 4 of the request
	case TypeProfile:
		return 64 * MaxRequest // pmcd sends agents the profiles of all domains
	}
	return MaxRequest
}

var typeNames = [...]string{
	"ERROR", "RESULT", "PROFILE", "FETCH", "DESC_REQ", "DESC", "INSTANCE_REQ", "INSTANCE",
	"TEXT_REQ", "TEXT", "CONTROL_REQ", "", "CREDS", "PMNS_IDS", "PMNS_NAMES", "PMNS_CHILD",
	"PMNS_TRAVERSE", "ATTR", "LABEL_REQ", "LABEL", "HIGHRES_FETCH", "HIGHRES_RESULT",
	"DESC_IDS", "DESCS",
}

var logTypeNames = [...]string{"LOG_CONTROL", "LOG_STATUS_V2", "LOG_REQUEST", "LOG_STATUS"}

// String is the name that PCP's diagnostics give the type, such as DESC_REQ.
func (t Type) String() string {
	name := ""
	if i := t - TypeError; i >= 0 && int(i) < len(typeNames) {
		name = typeNames[i]
	} else if i := t - TypeLogControl; i >= 0 && int(i) < len(logTypeNames) {
		name = logTypeNames[i]
	}
	if name == "" {
		return "TYPE-" + strconv.Itoa(int(t)) + "?"
	}
	return name
}
