package mmvfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pcptools/libpcp/internal/wire"
)

// Contents is all of a file but its values, which change all the time.
type Contents struct {
	Header
	Domains []Domain
	Rows    []Row
	Labels  []Label
	// Sections are in the order of the table of contents; of several of a kind
	// it has the last.
	Sections []Section

	text string // the file
}

// Domain is an instance domain with its members, in the order of the file.
type Domain struct {
	Serial  uint32
	Members []Member
	Cut     bool // it has more instances than the file has room for
}

// Member is an instance.
type Member struct {
	ID   int32
	Name string
}

// Section is an entry of the table of contents.
type Section struct {
	Kind   Kind
	Faults []string // why it, or a domain of it, is ignored: as PCP's agent logs it
}

// MaxSize is the largest file that our agent reads.
const MaxSize = 32 << 20

// Limits of a file, above which sections count as missing.
const (
	maxMetrics = 1023
	maxInDoms  = 1<<22 - 1
	maxLabels  = 255
)

// maxFaults is how many faults of a kind a file is accused of.
const maxFaults = 100

// Read takes apart a whole file. The file is hostile until shown otherwise: a
// section, a record or a text that does not lie in it counts as missing, and the
// result takes memory in proportion to b, which it does not alias.
func Read(b []byte) (*Contents, error) {
	c := &Contents{text: string(b)}
	if err := c.Header.Decode(b); err != nil {
		return nil, err
	}
	sections, indoms, err := c.sections(b)
	if err != nil {
		return nil, err
	}
	c.readInDoms(b, indoms)
	c.readMetrics(b, sections[Metrics])
	c.readValues(b, sections[Values], sections[Metrics])
	c.readLabels(b, sections[Labels])
	return c, nil
}

// section is where the records of a kind are, inside the file.
type section struct {
	offset, count, size uint64
}

// records calls f with each record and its offset.
func (s section) records(b []byte, f func(record []byte, at uint64)) {
	for i := range s.count {
		at := s.offset + i*s.size
		f(b[at:at+s.size], at)
	}
}

// index returns which record is at an offset.
func (s section) index(at uint64) (int, bool) {
	if at < s.offset || s.count == 0 || (at-s.offset)%s.size != 0 || (at-s.offset)/s.size >= s.count {
		return 0, false
	}
	return int((at - s.offset) / s.size), true
}

// sections reads the table of contents. Of several sections of a kind the last
// counts, except sections of instance domains.
func (c *Contents) sections(b []byte) (last [Labels + 1]section, indoms []section, err error) {
	if c.TOCs < 2 || int64(c.TOCs) > int64(len(b)-HeaderSize)/TOCSize {
		return last, nil, errTOC
	}
	toc := section{HeaderSize, uint64(c.TOCs), TOCSize}
	toc.records(b, func(record []byte, _ uint64) {
		var entry TOC
		if entry.Decode(record) != nil {
			return
		}
		c.describe(&entry, len(b))
		if s, ok := entry.section(c.Version, uint64(len(b))); ok {
			last[entry.Kind] = s
			if entry.Kind == InDoms {
				indoms = append(indoms, s)
			}
		}
	})
	return last, indoms, nil
}

// describe adds an entry to Sections.
func (c *Contents) describe(t *TOC, length int) {
	size := uint64(t.Kind.Size(c.Version))
	if size == 0 && len(c.Sections) >= maxFaults {
		return
	}
	s := Section{Kind: t.Kind}
	accuse := func(format string, args ...any) { s.Faults = append(s.Faults, fmt.Sprintf(format, args...)) }
	count, end := uint32(t.Count), t.Offset+uint64(uint32(t.Count))*size
	switch {
	case size == 0:
		accuse("bad TOC type (%x)", uint32(t.Kind))
	case t.Kind == InDoms && count > maxInDoms:
		accuse("indoms count: %d > %d", count, maxInDoms)
	case t.Kind == InDoms && end > uint64(length):
		accuse("indoms offset: %d < %d", length, end)
	case t.Kind == Metrics && count > maxMetrics:
		accuse("metrics count: %d > %d", count, maxMetrics)
	case t.Kind == Values && end > uint64(length):
		accuse("values offset: %d < %d", length, end)
	case t.Kind == Labels && count > maxLabels:
		accuse(" labels count: %d > %d", count, maxLabels)
	}
	c.Sections = slices.DeleteFunc(c.Sections, func(s Section) bool { return size > 0 && s.Kind == t.Kind })
	c.Sections = append(c.Sections, s)
}

// section returns the section of an entry, if the file can have it.
func (t *TOC) section(version int32, length uint64) (s section, ok bool) {
	limit := int32(math.MaxInt32)
	switch t.Kind {
	case InDoms:
		limit = maxInDoms
	case Metrics:
		limit = maxMetrics
	case Labels:
		limit = maxLabels
	}
	s = section{offset: t.Offset, count: uint64(t.Count), size: uint64(t.Kind.Size(version))}
	if s.size == 0 || t.Count < 0 || t.Count > limit || t.Offset > length {
		return s, false
	}
	return s, s.count*s.size <= length-t.Offset
}

// readInDoms reads instance domains and their instances, but no more than the
// file has room for: sections and domains may overlap.
func (c *Contents) readInDoms(b []byte, sections []section) {
	domains, instances := len(b)/InDomSize, len(b)/Instances.Size(c.Version)
	for _, s := range sections {
		s.count = min(s.count, uint64(domains))
		domains -= int(s.count)
		s.records(b, func(record []byte, at uint64) {
			var d InDom
			if d.Decode(record) != nil {
				return
			}
			end := d.Instances + uint64(uint32(d.Count))*uint64(Instances.Size(c.Version))
			cut := end > uint64(len(b))
			if cut {
				c.accuseInDom(int((at-s.offset)/s.size), len(b), end)
			}
			if d.Serial == 0 {
				return
			}
			domain := Domain{Serial: d.Serial, Members: c.members(b, &d, instances), Cut: cut}
			instances -= len(domain.Members)
			if d.Count == 0 || len(domain.Members) > 0 {
				c.Domains = append(c.Domains, domain)
			}
		})
	}
}

// accuseInDom adds that the instances of a domain end beyond the file.
func (c *Contents) accuseInDom(index, length int, end uint64) {
	i := slices.IndexFunc(c.Sections, func(s Section) bool { return s.Kind == InDoms })
	if s := &c.Sections[i]; len(s.Faults) < maxFaults {
		s.Faults = append(s.Faults, fmt.Sprintf("indom[%d] offset: %d < %d", index, length, end))
	}
}

// members reads the instances of a domain, as far as the file has them, and at
// most limit.
func (c *Contents) members(b []byte, d *InDom, limit int) []Member {
	size, length := uint64(Instances.Size(c.Version)), uint64(len(b))
	if d.Count <= 0 || d.Instances > length {
		return nil
	}
	room := min((length-d.Instances)/size, uint64(limit))
	s := section{offset: d.Instances, count: min(uint64(d.Count), room), size: size}
	members := make([]Member, 0, s.count)
	s.records(b, func(record []byte, at uint64) {
		var i Instance
		if i.Decode(record, c.Version, at) != nil {
			return
		}
		if name, ok := c.name(i.Name); ok {
			members = append(members, Member{i.ID, name})
		}
	})
	return members
}

func (c *Contents) readMetrics(b []byte, s section) {
	index := 0
	s.records(b, func(record []byte, at uint64) {
		row := Row{Index: index}
		index++
		if row.Decode(record, c.Version, at) != nil {
			return
		}
		var ok bool
		if row.Name, ok = c.name(row.Metric.Name); ok {
			c.Rows = append(c.Rows, row)
		}
	})
}

func (c *Contents) readLabels(b []byte, s section) {
	s.records(b, func(record []byte, _ uint64) {
		var l Label
		if l.Decode(record) == nil {
			c.Labels = append(c.Labels, l)
		}
	})
}

// name returns the name in a field of names, or in the string of one.
func (c *Contents) name(at uint64) (string, bool) {
	size := StringSize
	if c.Version == Version1 {
		size = NameSize
	}
	return c.field(at, uint64(size))
}

// Text returns the string at an offset.
func (c *Contents) Text(at uint64) (string, error) {
	if text, ok := c.field(at, StringSize); ok {
		return text, nil
	}
	return "", wire.ErrShort
}

// field is the text in a field of the file.
func (c *Contents) field(at, size uint64) (string, bool) {
	if length := uint64(len(c.text)); at > length || length-at < size {
		return "", false
	}
	text, _, _ := strings.Cut(c.text[at:at+size], "\x00")
	return text, true
}
