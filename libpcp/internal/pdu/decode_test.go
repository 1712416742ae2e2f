package pdu

import (
	"errors"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

var (
	load    = libpcp.NewPMID(60, 2, 0)
	loadDom = libpcp.NewInDom(60, 2)
)

// Captured PDUs and what they say. Those written with text had the text in
// place of its bytes.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        Message
	}{
		{"greeting", "00000014 00007000 00000000 00000000 02010e44",
			&Greeting{Version: 2, Licensed: 1, Features: FeatureDescs | FeatureHighRes | FeatureLabels | FeatureContainer | FeatureAuth}},
		{"refused greeting", "00000014 00007000 00000000 fffffbed 00000000",
			&Greeting{Status: libpcp.ErrConnLimit}},
		{"greeting as error", "00000014 00007000 00000000 00000000 02010e44",
			&Error{Extended: true, Datum: 0x02010e44}},
		{"pmlogger's greeting", "00000010 00007000 0000661c 00000003", &Error{Code: 3}},
		{"error", "00000010 00007000 00000000 ffffcfbb", &Error{Code: libpcp.ErrName}},
		{"agent dropped", "00000010 00007000 00000000 00000004", &Error{Code: libpcp.Error(libpcp.AgentDropped)}},
		{"credentials", "00000014 0000700c 00001092 00000001 01020000",
			&Creds{List: []Credential{{Type: 1, Payload: 0x020000}}}},
		{"container", "00000013 00007011 00000000 0000000f 616263",
			&Attr{Key: AttrContainer, Payload: []byte("abc")}},
		{"SASL PLAIN", "00000026 00007011 00000000 00000000 504c4149 4e00726f 6f740072 6f6f7400 73656b72 6574",
			&Attr{Payload: []byte("PLAIN\x00root\x00root\x00sekret")}},
		{"names to ids", `00000050 0000700e 00000000 00000029 00000000 00000003
			00000009 68696e76 2e6e6370 757e7e7e 0000000f 6b65726e 656c2e61 6c6c2e6c 6f61647e
			0000000e 6e6f2e73 7563682e 6d657472 69637e7e`,
			&PMNSNames{Names: []string{"hinv.ncpu", "kernel.all.load", "no.such.metric"}}},
		{"ids", "00000020 0000700d 00000000 00000002 00000003 0f000020 0f000800 ffffffff",
			&PMNSIDs{Status: 2, IDs: []libpcp.PMID{libpcp.NewPMID(60, 0, 32), load, libpcp.NullPMID}}},
		{"children", "00000028 0000700e 00000000 00000006 00000001 00000001 00000000 00000005 746f7461 6c7e7e7e",
			&PMNSNames{Names: []string{"total"}, Status: []int32{StatusLeaf}}},
		{"names with NULs", "0000002c 0000700e 00000000 0000000c 00000000 00000002 00000005 746f0061 6c7e7e7e 00000004 00616c6c",
			&PMNSNames{Names: []string{"to", ""}}},
		{"instance with a NUL", "00000020 00007007 00000000 0f000002 00000001 00000001 00000004 31002078",
			&Instance{InDom: loadDom, Instances: []libpcp.Instance{{ID: 1, Name: "1"}}}},
		{"text with a NUL", "00000018 00007009 00000000 0f000800 00000004 31002078", &Text{Ident: uint32(load), Text: "1"}},
		{"children of a leaf", "00000018 0000700e 00000000 00000000 00000000 00000000", &PMNSNames{}},
		{"child request", `00000028 0000700f 00000000 00000001 00000013
			6b65726e 656c2e61 6c6c2e63 70752e77 6169747e`,
			&PMNSChild{Name: "kernel.all.cpu.wait", Status: true}},
		{"bulk descriptor request", "00000018 00007016 00000000 ffffffff 00000001 0f000800",
			&DescIDs{IDs: []libpcp.PMID{load}}},
		{"bulk descriptors", "00000024 00007017 00000000 00000001 0f000800 00000004 0f000002 00000003 00000000",
			&Descs{Descs: []libpcp.Desc{{PMID: load, Type: libpcp.TypeFloat, InDom: loadDom, Sem: libpcp.SemInstant}}}},
		{"descriptor", "00000020 00007005 00000000 0f000800 00000004 0f000002 00000003 00100000",
			&Desc{Desc: libpcp.Desc{PMID: load, Type: libpcp.TypeFloat, InDom: loadDom, Sem: libpcp.SemInstant,
				Units: libpcp.Count}}},
		{"instance request", "00000020 00007006 00000000 0f000002 00000000 00000000 ffffffff 00000000",
			&InstanceReq{InDom: loadDom, Inst: libpcp.NullInst}},
		{"instances", `00000048 00007007 00000000 0f000002 00000003 00000001 00000008 31206d69 6e757465
			00000005 00000008 35206d69 6e757465 0000000f 00000009 3135206d 696e7574 657e7e7e`,
			&Instance{InDom: loadDom, Instances: []libpcp.Instance{{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}, {ID: 15, Name: "15 minute"}}}},
		{"text", `00000034 00007009 00000000 0008000f 0000001f
			312c2035 20616e64 20313520 6d696e75 7465206c 6f616420 61766572 6167657e`,
			&Text{Ident: 0x0008000f, Text: "1, 5 and 15 minute load average"}},
		{"text without padding", "00000015 00007009 00000000 0008000f 00000001 31", &Text{Ident: 0x0008000f, Text: "1"}},
		{"profile", `00000034 00007002 00000000 00000000 00000000 00000001 00000000
			07400002 00000001 00000002 00000000 00000064 000000c8`,
			&Profile{Profile: libpcp.Profile{InDoms: []libpcp.InDomProfile{
				{InDom: libpcp.NewInDom(29, 2), Exclude: true, Insts: []int32{100, 200}}}}}},
		{"fetch", "00000024 00007014 00000000 00000000 00000000 00000000 00000002 0f000800 0f0003e7",
			&HighResFetch{IDs: []libpcp.PMID{load, libpcp.NewPMID(60, 0, 999)}}},
		{"result", `00000054 00007015 00000000 00000002 00000000 6b010e54 00000000 0024016e
			0f000800 00000002 00000001 00000001 00000011 0000000f 00000013 0f0003e7 ffffcfba
			04000008 41387ae1 04000008 4113ae14`,
			&HighResResult{Time: time.Unix(0x6b010e54, 0x24016e), Sets: []libpcp.ValueSet{
				{PMID: load, Format: libpcp.PointerDynamic, Values: []libpcp.Value{
					libpcp.BlockValue(1, libpcp.Block{Type: libpcp.TypeFloat, Data: []byte{0x41, 0x38, 0x7a, 0xe1}}),
					libpcp.BlockValue(15, libpcp.Block{Type: libpcp.TypeFloat, Data: []byte{0x41, 0x13, 0xae, 0x14}})}},
				{PMID: libpcp.NewPMID(60, 0, 999), Err: libpcp.ErrPMID}}}},
		{"store", `0000003c 00007001 00000000 00000000 00000000 00000001
			07400020 00000001 00000001 ffffffff 0000000b 0600000d 68692074 68657265 007e7e7e`,
			&Result{Time: time.Unix(0, 0), Sets: []libpcp.ValueSet{
				{PMID: libpcp.NewPMID(29, 0, 32), Format: libpcp.PointerDynamic, Values: []libpcp.Value{
					libpcp.BlockValue(-1, libpcp.Block{Type: libpcp.TypeString, Data: []byte("hi there\x00")})}}}}},
		{"labels", `0000005f 00007013 00000000 0000001d 00000002 00000000 00000001 ffffffff
			00000002 0000003c 00000023 00020502 00090008 00130402 00190009
			7b226167 656e7422 3a227361 6d706c65 222c2272 6f6c6522 3a227465 7374696e 67227d`,
			&Label{ID: libpcp.LabelID{Class: libpcp.LabelDomain, Ident: 29}, Sets: []libpcp.LabelSet{{
				Inst: libpcp.NullInst, JSON: `{"agent":"sample","role":"testing"}`,
				Labels: []libpcp.Label{{Name: "agent", Value: `"sample"`, Flags: 2}, {Name: "role", Value: `"testing"`, Flags: 2}}}}}},
		{"label request", "00000014 00007012 00000000 0000001d 00000002",
			&LabelReq{ID: libpcp.LabelID{Class: libpcp.LabelDomain, Ident: 29}}},
		{"pmlogger's state", `00000074 00008003 00000000 6b0108d3 00000000 1b7a8008 6b0108e9 00000000
			1ca68280 6b0108ea 00000000 1bcf91c8 00000001 00000000 00000000 0000081c
			00000003 00000010 00000004 00000000 00000004 00000000 766d006c 6f63616c
			686f7374 3a343433 39390055 54430055 5443007e`,
			&LogStatus{Start: time.Unix(0x6b0108d3, 461013000), Last: time.Unix(0x6b0108e9, 0x1ca68280),
				Now: time.Unix(0x6b0108ea, 0x1bcf91c8), State: 1, Size: 2076,
				PMCDHost: "vm", PMCDAddress: "localhost:44399", PMCDTimezone: "UTC", LoggerTimezone: "UTC"}},
		{"enquiry", "00000024 00008000 00000000 0000000d 00000000 00000000 00000001 0f000800 00000000",
			&LogControl{Control: LogEnquire, Metrics: []libpcp.ValueSet{{PMID: load}}}},
		{"log mandatory on 5 s", `0000002c 00008000 00000000 0000000b 00000002 00001388 00000001
			0740000b 00000001 ffffffff 00000000`,
			&LogControl{Control: LogMandatory, State: LogOn, Delta: 5000, Metrics: []libpcp.ValueSet{
				{PMID: libpcp.NewPMID(29, 0, 11), Values: []libpcp.Value{{Inst: -1}}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := newMessage(parseHeader(unhex(t, c.input)).Type)
			if _, ok := c.want.(*Greeting); ok {
				got = new(Greeting)
			}
			if err := got.Decode(unhex(t, c.input)); err != nil {
				t.Fatal(err)
			}
			equal(t, got, c.want)
		})
	}
}

// PDUs that libpcp (C) refuses, or would do well to.
func TestDecodeMalformed(t *testing.T) {
	for _, c := range []struct{ name, input string }{
		{"error of 24 bytes", "00000018 00007000 00000000 00000000 02010e44 00000000"},
		{"length beside the truth", "00000014 00007004 00000000 0f000800"},
		{"no credentials that many", "00000014 0000700c 00000000 00000002 01020000"},
		{"too many statuses", "00000028 0000700e 00000000 00000006 00000002 00000001 00000000 00000005 746f7461 6c7e7e7e"},
		{"fewer name bytes than names", "00000028 0000700e 00000000 00000005 00000001 00000001 00000000 00000005 746f7461 6c7e7e7e"},
		{"more name bytes than PDU", "00000028 0000700e 00000000 00000029 00000001 00000001 00000000 00000005 746f7461 6c7e7e7e"},
		{"negative name length", "00000028 0000700e 00000000 00000006 00000001 00000001 00000000 ffffffff 746f7461 6c7e7e7e"},
		{"name outside", "00000028 0000700e 00000000 00000006 00000001 00000001 00000000 00000009 746f7461 6c7e7e7e"},
		{"2³¹-1 names", "00000018 0000700e 00000000 00000000 00000000 7fffffff"},
		{"no ids", "00000014 0000700d 00000000 00000000 00000000"},
		{"2³⁰ ids", "00000018 0000700d 00000000 00000000 40000000 0f000800"},
		{"status of DESC_IDS", "00000018 00007016 00000000 00000000 00000001 0f000800"},
		{"no descriptors", "00000010 00007017 00000000 00000000"},
		{"descriptors cut", "00000020 00007017 00000000 00000001 0f000800 00000004 0f000002 00000003"},
		{"2³⁰ instances", "00000014 00007007 00000000 0f000002 40000000"},
		{"trailing after instances", "00000018 00007007 00000000 0f000002 00000000 00000000"},
		{"negative text length", "00000018 00007009 00000000 00000000 ffffffff 00000000"},
		{"profile lists overlap the end", "0000002c 00007002 00000000 00000000 00000000 00000001 00000000 07400002 00000001 00000001 00000000"},
		{"2³⁰ profile entries", "0000001c 00007002 00000000 00000000 00000000 40000000 00000000"},
		{"fetch of nothing", "0000001c 00007003 00000000 00000000 00000000 00000000 00000000"},
		{"2³⁰ value sets", "00000018 00007001 00000000 00000000 00000000 40000000"},
		{"trailing after values", "0000001c 00007001 00000000 00000000 00000000 00000000 00000000"},
		{"255 labels", "0000002c 00007013 00000000 0000001d 00000002 00000000 00000001 ffffffff 000000ff 0000002c 00000000"},
		{"JSON outside", "0000002d 00007013 00000000 0000001d 00000002 00000000 00000001 ffffffff 00000000 0000002c 00000002 7b"},
		{"label name outside its text", "00000036 00007013 00000000 0000001d 00000002 00000000 00000001 ffffffff 00000001 00000034 00000002 00000302 00000001 7b7d"},
		{"label value outside its text", "00000036 00007013 00000000 0000001d 00000002 00000000 00000001 ffffffff 00000001 00000034 00000002 00000102 00010002 7b7d"},
		{"label sets share a text", `00000044 00007013 00000000 0000001d 00000002 00000000 00000002
			ffffffff 00000000 0000001c 00000028 ffffffff 00000000 0000001c 00000028 00000000 00000000`},
		{"labels share a text", `00000044 00007013 00000000 0000001d 00000002 00000000 00000001
			ffffffff 00000002 0000003c 00000008 00000402 00040004 00000402 00040004 7b226122 3a22627d`},
		{"2³¹-1 metrics to log", "0000001c 00008000 00000000 0000000d 00000000 00000000 7fffffff"},
		{"negative number of values to log", "00000024 00008000 00000000 0000000d 00000000 00000000 00000001 0f000800 ffffffff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := unhex(t, c.input)
			if err := newMessage(parseHeader(b).Type).Decode(b); !errors.Is(err, libpcp.ErrIPC) {
				t.Errorf("got %v, want %v", err, libpcp.ErrIPC)
			}
		})
	}
}

func TestDecodeErrorForNames(t *testing.T) {
	var m PMNSNames
	err := m.Decode(unhex(t, "00000018 0000700e 00000000 00000000 00000000 ffffcfbb"))
	if !errors.Is(err, libpcp.ErrName) {
		t.Errorf("got %v, want %v", err, libpcp.ErrName)
	}
}

func TestGreetingNeedsFeatures(t *testing.T) {
	var g Greeting
	if err := g.Decode(unhex(t, "00000010 00007000 00000000 00000000")); !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("got %v, want %v", err, libpcp.ErrIPC)
	}
}

func TestGreetingCodes(t *testing.T) {
	for _, code := range []libpcp.Error{0, -1, -111, libpcp.ErrPermission, libpcp.ErrConnLimit, libpcp.ErrNYI} {
		want := Greeting{Status: code, Version: 2, Licensed: 1, Features: FeatureLabels}
		var got Greeting
		if err := got.Decode(want.Append(nil)); err != nil || got != want {
			t.Errorf("got %+v %v, want %+v", got, err, want)
		}
	}
}

func TestVersionCreds(t *testing.T) {
	m := VersionCreds(Version, FeatureContainer)
	version, features, ok := m.Version()
	if version != 2 || features != FeatureContainer || !ok {
		t.Errorf("got %d %#x %v", version, features, ok)
	}
	if _, _, ok := new(Creds).Version(); ok {
		t.Error("a version without a credential")
	}
}

// Labels take more memory than their part of a PDU; with a text they do not
// take more than is due to that.
func TestLabelsNeedText(t *testing.T) {
	bare := func(sets int) []byte {
		dst, start := begin(nil, TypeLabel)
		dst = append(dst, make([]byte, 12)...)
		dst = wire.AppendInt32(dst, int32(sets))
		for range sets {
			dst = wire.AppendInt32(dst, 0)
			dst = wire.AppendInt32(dst, maxLabels)
			dst = append(dst, make([]byte, 8+maxLabels*labelLen)...)
		}
		return end(dst, start)
	}
	for sets, want := range map[int]error{1: nil, 30: nil, 40: libpcp.ErrIPC, 1000: libpcp.ErrIPC} {
		var m Label
		if err := m.Decode(bare(sets)); !errors.Is(err, want) {
			t.Errorf("%d sets without a text: %v, want %v", sets, err, want)
		}
	}
}

// An agent gives labels without a text.
func TestLabelWithoutJSON(t *testing.T) {
	m := Label{Sets: []libpcp.LabelSet{
		{Inst: 3, Labels: []libpcp.Label{{Name: "b", Value: `"a"`, Flags: 2}, {Name: "a", Value: "1", Flags: 0x82}}},
		{Inst: 4, Err: libpcp.ErrInst},
		{Inst: 5},
	}}
	var got Label
	if err := got.Decode(m.Append([]byte("before"))[6:]); err != nil {
		t.Fatal(err)
	}
	m.Sets[0].JSON = `{"b":"a","a":1}`
	equal(t, &got, &m)
}

func TestLogStatusV2(t *testing.T) {
	want := LogStatusV2{Start: time.Unix(1, 2000), Last: time.Unix(3, 4000), Now: time.Unix(5, 6000), State: 1, Volume: 7, Size: 8,
		PMCDHost: "a", PMCDAddress: "b", PMCDTimezone: "c", LoggerTimezone: "d"}
	b := want.Append(nil)
	if len(b) != 264 {
		t.Errorf("%d bytes, want 264", len(b))
	}
	var got LogStatusV2
	if err := got.Decode(b); err != nil {
		t.Fatal(err)
	}
	equal(t, &got, &want)
}
