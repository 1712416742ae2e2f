package hostile

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
)

var (
	loadID    = libpcp.NewPMID(domain, 0, 0)
	loadInDom = libpcp.NewInDom(domain, 1)
	loadDesc  = libpcp.Desc{PMID: loadID, InDom: loadInDom, Sem: libpcp.SemInstant}
	loadSets  = []libpcp.ValueSet{{PMID: loadID, Values: []libpcp.Value{{Inst: 1, Word: 32}, {Inst: 5, Word: 33}}}}
	textSets  = []libpcp.ValueSet{{PMID: loadID, Format: libpcp.PointerDynamic,
		Values: []libpcp.Value{encode(libpcp.TypeString, 1, 7), encode(libpcp.TypeDouble, 5, 7)}}}
	creds        = pdu.VersionCreds(pdu.Version, 0)
	versionCreds = &creds

	labelSets = []libpcp.LabelSet{{Inst: 1, JSON: `{"k":"w"}`, Labels: []libpcp.Label{{Name: "k", Value: `"w"`}}}}
)

// someMessages are PDUs of all types, about metrics that a sourcetest.Memory
// has.
var someMessages = []pmcdtest.Message{
	&pdu.Error{}, &pdu.Error{Code: libpcp.ErrAgain}, &pdu.Error{Code: 1}, &pdu.Error{Code: libpcp.ErrName, Extended: true},
	&pdu.Greeting{Version: pdu.Version, Licensed: 1},
	&pdu.Result{Time: time.Unix(1, 0), Sets: loadSets}, &pdu.Result{Time: time.Unix(1, 0), Sets: textSets},
	&pdu.Profile{}, &pdu.Fetch{IDs: []libpcp.PMID{loadID}}, &pdu.DescReq{PMID: loadID}, &pdu.Desc{Desc: loadDesc},
	&pdu.InstanceReq{InDom: loadInDom, Inst: libpcp.NullInst},
	&pdu.Instance{InDom: loadInDom, Instances: []libpcp.Instance{{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}}},
	&pdu.Instance{InDom: loadInDom, Instances: []libpcp.Instance{{ID: 1, Name: "1 minute"}}},
	&pdu.TextReq{ID: libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(loadID)}},
	&pdu.Text{Ident: uint32(loadID), Text: "a text"}, versionCreds,
	&pdu.PMNSIDs{Status: 1, IDs: []libpcp.PMID{loadID}}, &pdu.PMNSNames{Names: []string{"memory.load"}},
	&pdu.PMNSNames{Names: []string{"load", "more"}, Status: []int32{pdu.StatusLeaf, pdu.StatusInner}},
	&pdu.PMNSChild{Name: "memory", Status: true}, &pdu.PMNSTraverse{Name: "memory"}, &pdu.Attr{Key: pdu.AttrAuth, Payload: []byte("x")},
	&pdu.LabelReq{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(loadInDom)}},
	&pdu.Label{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(loadInDom)}, Sets: labelSets},
	&pdu.HighResFetch{IDs: []libpcp.PMID{loadID}}, &pdu.HighResResult{Time: time.Unix(1, 0), Sets: loadSets},
	&pdu.HighResResult{Time: time.Unix(1, 0), Sets: textSets},
	&pdu.DescIDs{IDs: []libpcp.PMID{loadID}}, &pdu.Descs{Descs: []libpcp.Desc{loadDesc}},
	&pdu.Descs{Descs: []libpcp.Desc{loadDesc, {PMID: loadID + 1, Type: libpcp.TypeU64, InDom: libpcp.NullInDom}}},
	&pdu.LogControl{}, &pdu.LogRequest{}, &pdu.LogStatus{}, &pdu.LogStatusV2{},
}
