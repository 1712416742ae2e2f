package mmv

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// text returns the help text of a metric. The short text replaces a missing
// long one. Texts of instance domains are not its task.
func (a *agent) text(_ context.Context, _ *pmda.Request, id libpcp.TextID) (string, error) {
	if id.Kind&libpcp.TextPMID == 0 || libpcp.PMID(id.Ident).Cluster() == 0 {
		return "", libpcp.ErrText // a control metric has its in the table
	}
	m := a.known[id.Ident&(1<<22-1)]
	if m == nil {
		return "", libpcp.ErrPMID
	}
	for _, s := range m.sources {
		if s.row.Known && s.row.Type != int32(libpcp.TypeNoSupport) {
			return s.text(id.Kind)
		}
	}
	return "", libpcp.ErrPMID
}

// text returns a text of the first file that has values.
func (s source) text(kind libpcp.TextKind) (string, error) {
	if kind&libpcp.TextHelp != 0 && s.row.Long != 0 {
		if text, err := s.file.Text(s.row.Long); text != "" && err == nil {
			return text, nil
		}
	}
	if s.row.Short == 0 {
		return "", libpcp.ErrText
	}
	text, err := s.file.Text(s.row.Short)
	if err != nil {
		return "", libpcp.ErrGeneric
	}
	return text, nil
}
