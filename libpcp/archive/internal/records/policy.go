package records

import (
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/release"
)

// Policy is which archives are accepted. The zero policy is the newest PCP's.
type Policy struct {
	Release release.Release
	// Skipped is called when an archive of several cannot be read.
	Skipped func(name string, reason error)
	// BadDelta is called for a change of an instance domain that is ignored; it may be nil.
	BadDelta func(logfile.BadDelta)
}

// knownFeatures reports whether archives with unknown feature bits are rejected.
func (p *Policy) knownFeatures() bool { return !p.Release.Has(release.IgnoredFeatures) }
