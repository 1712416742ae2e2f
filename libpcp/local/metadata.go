package local

import (
	"context"

	"pcptools/libpcp"
)

func (s *Source) descs(ctx context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i := 0; i < len(ids); {
		n := 1
		for i+n < len(ids) && ids[i+n].Domain() == ids[i].Domain() {
			n++
		}
		s.descsOf(ctx, ids[i:i+n], replies[i:i+n])
		i += n
	}
	return replies
}

// descsOf asks one agent for the descriptors of metrics.
func (s *Source) descsOf(ctx context.Context, ids []libpcp.PMID, replies []libpcp.DescReply) {
	got, err := answerOf(ctx, s, ids[0].Domain(), func(ctx context.Context, a asked) ([]libpcp.DescReply, error) {
		got := make([]libpcp.DescReply, len(ids))
		for i, id := range ids {
			got[i].Desc, got[i].Err = a.Desc(ctx, a.client, id)
		}
		return got, nil
	})
	for i := range replies {
		if err != nil {
			replies[i].Err = err
		} else {
			replies[i] = got[i]
		}
	}
}

func (s *Source) instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	return answerOf(ctx, s, d.Domain(), func(ctx context.Context, a asked) ([]libpcp.Instance, error) {
		return a.Instances(ctx, a.client, d)
	})
}

func (s *Source) instanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	return answerOf(ctx, s, d.Domain(), func(ctx context.Context, a asked) (string, error) {
		return a.InstanceName(ctx, a.client, d, inst)
	})
}

func (s *Source) instanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	return answerOf(ctx, s, d.Domain(), func(ctx context.Context, a asked) (int32, error) {
		return a.InstanceID(ctx, a.client, d, name)
	})
}

func (s *Source) text(ctx context.Context, id libpcp.TextID) (string, error) {
	domain := libpcp.InDom(id.Ident).Domain() // as a PMID's
	return answerOf(ctx, s, domain, func(ctx context.Context, a asked) (string, error) {
		return a.Text(ctx, a.client, id)
	})
}

func (s *Source) labels(ctx context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	domain := libpcp.InDom(id.Ident).Domain()
	switch id.Class {
	case libpcp.LabelContext:
		return contextLabels(s.team.release)
	case libpcp.LabelDomain:
		domain = id.Ident
	}
	return answerOf(ctx, s, domain, func(ctx context.Context, a asked) ([]libpcp.LabelSet, error) {
		return a.Labels(ctx, a.client, id, nil)
	})
}
