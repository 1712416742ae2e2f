package archive

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/recycled"
)

// Ask implements libpcp.Source.
func (a *Archive) Ask(ctx context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = a.lookup(q.Replies, q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = a.namesOf(q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = a.children(q.Name)
		case *libpcp.TraverseQuery:
			q.Names, q.Err = a.traverse(q.Name)
		case *libpcp.DescsQuery:
			q.Replies = a.descs(q.Replies, q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = a.instances(q.InDom, a.cur.Now())
		case *libpcp.InstancesAtQuery:
			q.Instances, q.Err = a.instances(q.InDom, logfile.StampOf(q.At))
		case *libpcp.AllInstancesQuery:
			q.Instances, q.Err = a.allInstances(ctx, q.InDom)
		case *libpcp.InstanceNameQuery:
			inst, err := a.instance(q.InDom, byID(q.Inst))
			q.Name, q.Err = inst.Name, err
		case *libpcp.AnyInstanceNameQuery:
			inst, err := a.anyInstance(ctx, q.InDom, byID(q.Inst))
			q.Name, q.Err = inst.Name, err
		case *libpcp.InstanceIDQuery:
			inst, err := a.instance(q.InDom, byName(q.Name))
			q.Inst, q.Err = inst.ID, err
		case *libpcp.AnyInstanceIDQuery:
			inst, err := a.anyInstance(ctx, q.InDom, byName(q.Name))
			q.Inst, q.Err = inst.ID, err
		case *InDomHistoryQuery:
			q.Versions, q.Err = a.InDomHistory(q.InDom), nil
		case *libpcp.TextQuery:
			q.Text, q.Err = a.text(ctx, q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = a.labels(ctx, q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = a.follow(ctx, func() (*libpcp.Result, error) { return a.fetch(ctx, q.IDs, q.Profile) })
		case *libpcp.RecordQuery:
			q.Result, q.Err = a.follow(ctx, func() (*libpcp.Result, error) { return a.record(ctx, q.Of) })
		case *recycled.Query:
			a.reuse(q.Result.(*libpcp.Result))
		case *libpcp.KindQuery:
			q.Archive, q.Err = true, nil
		case *libpcp.SetModeQuery:
			q.Err = a.setMode(ctx, q.Mode, q.Origin, q.Delta)
		case *libpcp.LogLabelQuery:
			q.Label, q.Err = exportLabel(a.set.Label(0)), nil
		case *libpcp.LogEndQuery:
			q.End, q.Err = a.end(ctx)
		case *libpcp.HostNameQuery: // of the archive being read, as the time zone is
			q.Name, q.Err = a.current(ctx).Host, nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = a.current(ctx).Zone, nil
		default:
			q.Decline()
		}
	}
}
