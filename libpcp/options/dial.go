package options

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"
)

func (s *Source) dialHost(ctx context.Context, spec string) (libpcp.Source, error) {
	protection, err := s.protection()
	if err != nil {
		return nil, err
	}
	d := pmcd.Dialer{Protection: protection, LookupEnv: s.lookupEnv, Log: s.notify, Prompt: s.prompt(),
		Tracer: s.namingTracer(), PDU: s.PDU, SingleDescs: s.Debugging("pdu") && !s.DescsTogether,
		AnyContainer: !s.inv.Release.Has(release.ContainerNames), NoExtraUnits: !s.inv.Release.Has(release.ExtraUnits)}
	src, err := d.Dial(ctx, spec)
	if err == nil {
		return src, nil
	}
	var malformed *pmcd.HostSpecError
	if errors.As(err, &malformed) {
		s.inv.Message(malformed.Text())
	}
	return nil, err
}

// protection is the level that the variable PCPTOOLS_PROTECT asks for.
func (s *Source) protection() (pmcd.Protection, error) {
	level, ok := s.inv.LookupEnv("PCPTOOLS_PROTECT")
	if !ok || level == "" {
		return pmcd.Unprotected, nil
	}
	return pmcd.ParseProtection(level)
}

// notify writes a message in the form of pmNotifyErr(3).
func (s *Source) notify(priority, text string) {
	now := time.Now().Format(time.ANSIC[:len("Mon Jan _2 15:04:05")])
	s.inv.Message(fmt.Sprintf("[%s] %s(%d) %s: %s\n", now, s.inv.Name, os.Getpid(), priority, text))
}

func (s *Source) openArchive(ctx context.Context, names string) (libpcp.Source, error) {
	a, err := archive.Open(ctx, names, s.archiveOptions())
	if errors.Is(err, archive.ErrNoneReadable) {
		s.notify("Error", "initarchive: all archives are corrupt/unreadable")
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (s *Source) archiveOptions() archive.Options {
	rel := s.inv.Release
	opts := archive.Options{
		EarlierValues:        !rel.Has(release.NearestInterpolation),
		AnyEvents:            !rel.Has(release.CheckedEvents),
		KnownFeatures:        !rel.Has(release.IgnoredFeatures),
		ReduceInstanceLabels: !rel.Has(release.DynamicInstanceLabels),
		NoSkip:               !rel.Has(release.SkipBadArchives),
		ForgetSkipped:        rel.Has(release.SkipBadArchives),
		NoZstd:               !rel.Has(release.ZstdArchives),
		NoUnion:              !rel.Has(release.UnionOfNames),
		NoExtraUnits:         !rel.Has(release.ExtraUnits),
	}
	opts.Skipped = func(name string, reason error) {
		s.notify("Warning", `initarchive: skipping corrupt/unreadable archive "`+name+`": `+s.inv.ErrorTexts().Of(reason))
	}
	opts.Removed = func(name string, volume int) {
		if !strings.Contains(name, "/") {
			name = "./" + name // as libpcp (C) opens it
		}
		s.notify("Warning", fmt.Sprintf(`__pmLogRead: removing corrupted archive "%s" vol %d`, name, volume))
	}
	_, opts.WrapCounters = s.lookupEnv("PCP_COUNTER_WRAP")
	if gap, ignore := s.lookupEnv("PCP_IGNORE_MARK_RECORDS"); ignore {
		opts.IgnoreMarks = func() (time.Duration, bool) { return s.markGap(gap) }
	}
	return opts
}

// markGap reads the value of PCP_IGNORE_MARK_RECORDS, which is only looked at
// when there is a mark.
func (s *Source) markGap(text string) (time.Duration, bool) {
	if text == "" {
		return 0, true
	}
	iv, err := timewindow.ParseInterval(text)
	if err != nil {
		fmt.Fprintf(s.inv.Stderr, "%s: Warning: bad $PCP_IGNORE_MARK_RECORDS: not in pmParseInterval(3) format:\n%s\n",
			s.inv.Name, err)
	}
	return iv.Duration(), err == nil
}
