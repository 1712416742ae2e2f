package options

import (
	"errors"
	"strings"
)

// Kind is a kind of source.
type Kind int

// The kinds.
const (
	Undecided Kind = iota // no option names a source: the pmcd on this host
	Host
	Archive
	Local
)

// Source holds what the common options say about where metrics come from, and
// the times of interest, as text: what they mean depends on the source. A
// tool embeds one, and lists those of its options it offers. The exported
// fields are for reading once [Spec.Parse] is done.
type Source struct {
	Kind     Kind
	Host     string // host specification, as given
	Archives string // names, comma separated
	// Namespace is the file -n or -N named, "" if there was none.
	Namespace string

	Zone     string // -Z
	HostZone bool   // -z

	Start, Finish, Align, Origin *string // nil unless given
	Samples                      int     // -1 unless given
	Interval                     string  // checked; "" unless given

	GUIMode bool
	GUIPort string
	Derived []string // files of derived metric definitions

	debug    debugSet
	inv      *Invocation
	isLocal  bool
	hasHost  bool
	hasArch  bool
	hasZone  bool
	hasPort  bool
	archives []string
	uniq     bool
	specs    []LocalSpec
}

// begin forgets what there was, and reads the variables.
func (s *Source) begin(p *parser) {
	s.inv = p.inv
	s.Samples = -1
	s.environment(p)
}

// settle decides on the kind of source, and checks that the options go
// together.
func (s *Source) settle() error {
	s.Kind = s.kind()
	windowed := s.Origin != nil || s.Start != nil || s.Align != nil
	var errs []error
	if windowed && s.Kind != Archive {
		errs = append(errs, errors.New("time window options are supported for archives only"))
	}
	if s.HostZone && s.Kind != Archive && s.Kind != Host {
		errs = append(errs, errors.New("use of timezone from metric source requires a source"))
	}
	return errors.Join(errs...)
}

func (s *Source) kind() Kind {
	switch {
	case s.isLocal:
		return Local
	case s.hasHost:
		return Host
	case s.hasArch:
		return Archive
	case s.Origin != nil:
		s.Archives = s.archiveDir()
		return Archive
	}
	return Undecided
}

// AddArchive takes another list of archives, as -a does.
func (s *Source) AddArchive(names string) error {
	if s.hasHost {
		return errors.New("only one host or archive allowed")
	}
	s.hasArch = true
	for _, a := range s.archives {
		if a == names {
			return nil
		}
	}
	s.archives = append(s.archives, names)
	s.Archives = strings.Join(s.archives, ",")
	return nil
}

// SetHost takes the host, as -h does.
func (s *Source) SetHost(spec string) error {
	switch {
	case s.hasArch:
		return errors.New("only one host or archive allowed")
	case s.hasHost:
		return errors.New("too many hosts requested: " + spec)
	}
	s.hasHost, s.Host = true, spec
	return nil
}

func (s *Source) setZone(zone string) error {
	if s.HostZone {
		return errors.New("at most one of -Z and -z allowed")
	}
	s.hasZone, s.Zone = true, zone
	return nil
}

func (s *Source) setHostZone(string) error {
	if s.hasZone {
		return errors.New("at most one of -Z and -z allowed")
	}
	s.HostZone = true
	return nil
}

func (s *Source) setLocal(string) error { s.isLocal = true; return nil }
