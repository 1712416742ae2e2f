package main

import (
	"context"
	"time"

	"pcptools/libpcp"
)

// source has one metric, many.value, whose value is the time in seconds.
type source struct{}

const metric = "many.value"

var desc = libpcp.Desc{PMID: libpcp.NewPMID(250, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}

// Ask implements [libpcp.Source].
func (source) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Fail(libpcp.ErrName)
			for i, name := range q.Names {
				if name == metric {
					q.Replies[i] = libpcp.LookupReply{ID: desc.PMID}
				}
			}
		case *libpcp.NamesQuery:
			if q.Names = []string{metric}; q.ID != desc.PMID {
				q.Names, q.Err = nil, libpcp.ErrPMID
			}
		case *libpcp.TraverseQuery:
			if q.Names = libpcp.NameListOf([]string{metric}); q.Name != "" && q.Name != "many" && q.Name != metric {
				q.Names, q.Err = libpcp.NameList{}, libpcp.ErrName
			}
		case *libpcp.DescsQuery:
			q.Fail(libpcp.ErrPMID)
			for i, id := range q.IDs {
				if id == desc.PMID {
					q.Replies[i] = libpcp.DescReply{Desc: desc}
				}
			}
		case *libpcp.ChildrenQuery:
			q.Fail(libpcp.ErrName)
		case *libpcp.TextQuery:
			q.Fail(libpcp.ErrText)
		case *libpcp.FetchQuery:
			q.Result = fetch(q.IDs)
		case *libpcp.InstancesQuery, *libpcp.InstanceNameQuery, *libpcp.InstanceIDQuery:
			q.Fail(libpcp.ErrInDom)
		case *libpcp.LabelsQuery: // none
		default:
			q.Decline()
		}
	}
}

func fetch(ids []libpcp.PMID) *libpcp.Result {
	r := &libpcp.Result{Time: time.Now()}
	for _, id := range ids {
		set := libpcp.ValueSet{PMID: id, Format: libpcp.InSitu}
		if id == desc.PMID {
			set.Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(r.Time.Unix())}}
		} else {
			set.Err = libpcp.ErrPMID
		}
		r.Sets = append(r.Sets, set)
	}
	return r
}

// Close implements [libpcp.Source].
func (source) Close() error { return nil }
