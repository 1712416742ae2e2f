package pmda

import (
	"context"
	"errors"

	"pcptools/libpcp"
)

// Text returns a help text, or ErrText.
func (s *Service) Text(ctx context.Context, c *Client, id libpcp.TextID) (string, error) {
	asked := Request{Kind: KindText, Client: c}
	if id.Kind&libpcp.TextPMID != 0 {
		asked.IDs = []libpcp.PMID{libpcp.PMID(id.Ident)}
	}
	r, err := s.begin(ctx, asked)
	if err != nil {
		return "", err
	}
	if text, err, found := s.installedText(id); found {
		if errors.Is(err, libpcp.ErrText) {
			return s.ownText(ctx, r, id)
		}
		return text, err
	}
	text, err := s.ownText(ctx, r, id)
	if errors.Is(err, libpcp.ErrText) {
		return s.tableText(id)
	}
	return text, err
}

// ownText asks the agent.
func (s *Service) ownText(ctx context.Context, r *Request, id libpcp.TextID) (text string, err error) {
	if s.agent.TextOf == nil {
		return "", libpcp.ErrText
	}
	err = s.safely("TextOf", func() error {
		text, err = s.agent.TextOf(ctx, r, id)
		return err
	})
	return text, err
}

// tableText looks in the tables. The short text serves for a missing long
// one.
func (s *Service) tableText(id libpcp.TextID) (string, error) {
	oneLine, help := s.rowText(id)
	if id.Kind&libpcp.TextHelp != 0 && help != "" {
		return help, nil
	}
	if oneLine == "" {
		return "", libpcp.ErrText
	}
	return oneLine, nil
}

func (s *Service) rowText(id libpcp.TextID) (oneLine, help string) {
	if id.Kind&libpcp.TextPMID != 0 {
		if m := s.metric(libpcp.PMID(id.Ident)); m != nil {
			return m.OneLine, m.Help
		}
	} else if row, err := s.knownInDom(libpcp.InDom(id.Ident)); err == nil {
		return row.OneLine, row.Help
	}
	return "", ""
}
