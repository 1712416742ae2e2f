package main

import (
	"context"
	"time"

	"pcptools/libpcp"
)

// source has one metric, many.value, whose value is the time in seconds.
type source struct{}

const metric = "many.value"

var id = libpcp.NewPMID(250, 0, 1)

func (source) Lookup(_ context.Context, names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		if replies[i].ID = id; name != metric {
			replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrName}
		}
	}
	return replies
}

func (source) Names(_ context.Context, of libpcp.PMID) ([]string, error) {
	if of != id {
		return nil, libpcp.ErrPMID
	}
	return []string{metric}, nil
}

func (source) Children(context.Context, string) ([]libpcp.Child, error) {
	return nil, libpcp.ErrName
}

func (source) Traverse(_ context.Context, name string) ([]string, error) {
	if name != "" && name != "many" && name != metric {
		return nil, libpcp.ErrName
	}
	return []string{metric}, nil
}

func (source) Descs(_ context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i := range ids {
		if replies[i].Desc = (libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}); ids[i] != id {
			replies[i].Err = libpcp.ErrPMID
		}
	}
	return replies
}

func (source) Instances(context.Context, libpcp.InDom) ([]libpcp.Instance, error) {
	return nil, libpcp.ErrInDom
}

func (source) InstanceName(context.Context, libpcp.InDom, int32) (string, error) {
	return "", libpcp.ErrInDom
}

func (source) InstanceID(context.Context, libpcp.InDom, string) (int32, error) {
	return 0, libpcp.ErrInDom
}

func (source) Text(context.Context, libpcp.TextID) (string, error) { return "", libpcp.ErrText }

func (source) Labels(context.Context, libpcp.LabelID) ([]libpcp.LabelSet, error) { return nil, nil }

func (source) Fetch(_ context.Context, ids []libpcp.PMID, _ *libpcp.Profile) (*libpcp.Result, error) {
	now := time.Now()
	r := &libpcp.Result{Time: now}
	for _, asked := range ids {
		set := libpcp.ValueSet{PMID: asked, Format: libpcp.InSitu}
		if asked == id {
			set.Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(now.Unix())}}
		} else {
			set.Err = libpcp.ErrPMID
		}
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

func (source) HostName(context.Context) string { return "many" }

func (source) Timezone(context.Context) (string, error) { return "UTC", nil }

func (source) Close() error { return nil }
