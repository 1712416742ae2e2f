package options

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/pmcd"
)

func (s *Source) dialHost(ctx context.Context, spec string) (libpcp.Source, error) {
	dialer := pmcd.Dialer{Warn: s.logWarning}
	client, err := dialer.Dial(ctx, spec)
	if err != nil {
		var malformed *pmcd.HostSpecError
		if errors.As(err, &malformed) {
			io.WriteString(s.inv.Stderr, malformed.Text())
		}
		return nil, err
	}
	return client, nil
}

// logWarning reports what the genuine library logs (pmNotifyErr(3)).
func (s *Source) logWarning(text string) {
	fmt.Fprintf(s.inv.Stderr, "[%s] %s(%d) Warning: %s\n",
		time.Now().Format(time.ANSIC), s.inv.Name, os.Getpid(), text)
}

func openArchive(names string) (libpcp.Source, error) {
	a, err := archive.Open(names)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// openLocal opens a local context, for which there is no package yet.
func (s *Source) openLocal(ctx context.Context) (libpcp.Source, error) { return nil, libpcp.ErrNYI }
