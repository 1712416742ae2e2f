package options

import (
	"errors"
	"strings"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/release"
)

// Kind is a kind of source.
type Kind = pcp.Kind

// The kinds.
const (
	Undecided Kind = 0 // no option names a source: the pmcd on this host
	Host           = pcp.Host
	Archive        = pcp.Archive
	Local          = pcp.Local
)

// Choice is the group of the options that choose the source of metrics, and of
// the variables that stand for them. Programs read it after the options have been
// parsed.
type Choice struct {
	Kind      Kind
	Host      string // host specification as given, for Kind Host
	Archives  string // names, comma separated, for Kind Archive
	Series    string // query or identifier of --series, or ""
	Container string // --container or PCP_CONTAINER

	host      *string
	contained bool // Container is given, if only as ""
	archived  bool
	replaced  string // the archives of options, if an operand has replaced them
	local     bool
	several   several // --hosts, --archives
}

// chosen is the kind of source, unless a time implies archives.
func (c *Choice) chosen() Kind {
	switch {
	case c.Several():
		return c.several.kind
	case c.Series != "":
		return Archive
	case c.local:
		return Local
	case c.host != nil:
		return Host
	case c.archived:
		return Archive
	}
	return Undecided
}

// OnHost reports whether the source is a pmcd, or a pmproxy: this host's pmcd if no
// option names a source.
func (c *Choice) OnHost() bool { return c.Kind == Host || c.Kind == Undecided }

// hostSpec is the host option's argument, or the pmcd on this host.
func (c *Choice) hostSpec() string {
	if c.Kind == Undecided {
		return "local:"
	}
	return c.Host
}

// AddArchive adds a list of archives, as -a does. A list that earlier lists
// contain adds nothing.
func (c *Choice) AddArchive(names string) error {
	switch {
	case c.host != nil:
		return errHostAndArchive
	case !c.archived:
		c.archived, c.Archives = true, names
	case !mentions(c.Archives, names):
		c.Archives += "," + names
	}
	return nil
}

// mentions reports whether names are part of a list, as far as the first place
// tells where the text occurs.
func mentions(list, names string) bool {
	before, after, found := strings.Cut(list, names)
	return found && (before == "" || strings.HasSuffix(before, ",")) && (after == "" || after[0] == ',')
}

// setHost sets the host, as -h does.
func (c *Choice) setHost(spec string) error {
	switch {
	case c.archived:
		return errHostAndArchive
	case c.host != nil:
		return errors.New("too many hosts requested: " + spec)
	}
	c.host, c.Host = &spec, spec
	return nil
}

// addArchiveList and setHostList are AddArchive and setHost for the variables
// that hold lists.
func (c *Choice) addArchiveList(names string) error {
	if c.host != nil {
		return errHostsAndArchives
	}
	return c.AddArchive(names)
}

func (c *Choice) setHostList(specs string) error {
	if c.archived {
		return errHostsAndArchives
	}
	hosts := strings.FieldsFunc(specs, func(r rune) bool { return r == ',' })
	if len(hosts) > 0 && c.host == nil {
		c.host, c.Host = &hosts[0], hosts[0]
		hosts = hosts[1:]
	}
	if len(hosts) > 0 {
		return errors.New("too many hosts requested: " + specs)
	}
	return nil
}

func (c *Choice) setLocal(string) error {
	c.local = true
	return nil
}

func (c *Choice) setContainer(name string) error {
	c.Container, c.contained = name, true
	return nil
}

// ArchiveOption is -a, --archive.
func (c *Choice) ArchiveOption(rel release.Release) getopt.Option {
	text := "metrics source is a PCP archive"
	if !rel.Has(release.ArchiveTexts) {
		text = "metrics source is a PCP log archive"
	}
	return getopt.Option{Short: 'a', Long: "archive", Arg: "FILE", Text: text, Value: getopt.Func(c.AddArchive),
		Complete: getopt.Completion{Kind: getopt.Archives, List: true}}
}

// ContainerOption is --container.
func (c *Choice) ContainerOption() getopt.Option {
	return getopt.Option{Long: "container", Arg: "NAME",
		Text: "specify an individual container to be queried", Value: getopt.Func(c.setContainer)}
}

// HostOption is -h, --host.
func (c *Choice) HostOption() getopt.Option {
	return getopt.Option{Short: 'h', Long: "host", Arg: "HOST",
		Text: "metrics source is PMCD on host", Value: getopt.Func(c.setHost),
		Complete: getopt.Completion{Kind: getopt.Hosts}}
}

// LocalOption is -L, --local-PMDA.
func (c *Choice) LocalOption() getopt.Option {
	return getopt.Option{Short: 'L', Long: "local-PMDA",
		Text: "metrics source is local connection to a PMDA", Value: getopt.Func(c.setLocal)}
}

// several is a list of sources that are asked each for itself: --hosts or
// --archives.
type several struct {
	kind  Kind
	lists []string
}

// Several reports whether options list several separate sources, each of which
// [Source.One] returns.
func (c *Choice) Several() bool { return len(c.several.lists) > 0 }

// Lists are the lists of several sources, as they were given.
func (c *Choice) Lists() []string { return c.several.lists }

var (
	errHostAndArchive   = errors.New("only one host or archive allowed")
	errHostsAndArchives = errors.New("only one of hosts or archives allowed")
)
