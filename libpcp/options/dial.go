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
	d := pmcd.Dialer{Warn: s.notify}
	src, err := d.Dial(ctx, spec)
	if err == nil {
		return src, nil
	}
	var malformed *pmcd.HostSpecError
	if errors.As(err, &malformed) {
		io.WriteString(s.inv.Stderr, malformed.Text())
	}
	return nil, err
}

// notify writes a warning in the form of pmNotifyErr(3).
func (s *Source) notify(text string) {
	now := time.Now().Format(time.ANSIC[:len("Mon Jan _2 15:04:05")])
	fmt.Fprintf(s.inv.Stderr, "[%s] %s(%d) Warning: %s\n", now, s.inv.Name, os.Getpid(), text)
}

func openArchive(names string) (libpcp.Source, error) {
	a, err := archive.Open(names)
	if err != nil {
		return nil, err
	}
	if _, wrap := os.LookupEnv("PCP_COUNTER_WRAP"); wrap {
		a.WrapCounters()
	}
	return a, nil
}
