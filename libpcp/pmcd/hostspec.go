package pmcd

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
)

// hostSpec is a parsed host specification (PCPIntro(1)):
//
//	[pcp:|pcps:] host [:port[,port…]] [@proxy[:port…]…] [?attribute[&…]]
//	local:|unix: [path] [?attribute[&…]]
//
// A specification without hosts cannot be connected to.
type hostSpec struct {
	hosts  []host // the target, then its proxies
	socket bool   // the target is the path of a unix socket …
	orTCP  bool   // … or, failing that, this machine by TCP
	attrs  attributes
}

// host is a name or address and the ports to try, in order. Ports may exceed 16
// bits: a proxy gets all of them, a socket those.
type host struct {
	name  string
	ports []int32
}

// The schemes. Two of them say that the host is the path of a socket.
const (
	schemePCP   = "pcp"
	schemePCPS  = "pcps"
	schemeLocal = "local"
	schemeUnix  = "unix"
)

// parseHostSpec parses text, and takes missing parts from env; it fails with a [*HostSpecError].
func parseHostSpec(text string, env conf.Env) (*hostSpec, error) {
	p := specParser{text: text, env: env}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return &p.spec, nil
}

// specParser walks through text; it has parsed the part before pos.
type specParser struct {
	text string
	env  conf.Env
	pos  int
	spec hostSpec
}

func (p *specParser) parse() error {
	parseHosts := p.parseHosts
	switch p.scheme() {
	case schemePCP:
		p.spec.attrs.set(attrProtocol, schemePCP)
	case schemePCPS:
		p.spec.attrs.set(attrProtocol, schemePCPS)
	case schemeLocal:
		p.spec.attrs.set(attrLocal, schemeLocal)
		p.spec.orTCP = true
		parseHosts = p.parsePath
	case schemeUnix:
		p.spec.attrs.set(attrUnix, schemeUnix)
		parseHosts = p.parsePath
	}
	if err := parseHosts(); err != nil {
		return err
	}
	if p.peek() == '?' {
		return p.parseAttributes()
	}
	return nil // at the end, or at a slash, which ends what counts
}

// scheme takes the scheme, if any, and all slashes after it.
func (p *specParser) scheme() string {
	name, rest, ok := strings.Cut(p.text, ":")
	switch name {
	case schemePCP, schemePCPS, schemeLocal, schemeUnix:
	default:
		ok = false
	}
	if !ok {
		return ""
	}
	p.pos = len(p.text) - len(strings.TrimLeft(rest, "/"))
	return name
}

// peek is the next character, or zero at the end.
func (p *specParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// until is the position of the next of chars at or after from, or the end.
func (p *specParser) until(chars string, from int) int {
	if from > len(p.text) {
		return len(p.text)
	}
	if i := strings.IndexAny(p.text[from:], chars); i >= 0 {
		return from + i
	}
	return len(p.text)
}

func (p *specParser) parseHosts() error {
	switch p.peek() {
	case 0, '?', '/':
		return nil
	case ':', '@':
		return p.fail("unexpected terminal character")
	}
	for {
		h, err := p.parseHost()
		if err != nil {
			return err
		}
		p.spec.hosts = append(p.spec.hosts, h)
		if p.peek() != '@' {
			return nil
		}
		p.pos++
	}
}

func (p *specParser) parseHost() (h host, err error) {
	if p.peek() == '[' {
		h.name, err = p.bracketed()
	} else {
		// As in PCP any first character is part of the name.
		end := p.until(":@/?", p.pos+1)
		h.name, p.pos = p.text[p.pos:end], end
	}
	if err != nil || p.peek() != ':' {
		return h, err
	}
	h.ports, err = p.parsePorts()
	return h, err
}

// bracketed takes a name in brackets, which may contain anything else. As in
// PCP it has one character at least, if need be the bracket.
func (p *specParser) bracketed() (string, error) {
	start := p.pos + 1
	p.pos = p.until("]", start)
	if p.pos == len(p.text) {
		return "", p.fail("missing closing ']' for host spec")
	}
	name := p.text[start:max(p.pos, start+1)]
	p.pos++
	switch p.peek() {
	case 0, ':', '@', '/', '?':
		return name, nil
	}
	return "", p.fail("extra characters after host spec")
}

// parsePorts takes a colon and the comma-separated ports after it.
func (p *specParser) parsePorts() ([]int32, error) {
	var ports []int32
	for {
		p.pos++
		port, err := p.parsePort()
		if err != nil {
			return nil, err
		}
		ports = append(ports, port)
		switch p.peek() {
		case 0, '@', '/', '?':
			return ports, nil
		case ',':
		default:
			return nil, p.fail("non-numeric port")
		}
	}
}

// parsePort takes a decimal number. A number of any length is accepted, and
// truncated.
func (p *specParser) parsePort() (int32, error) {
	start, port := p.pos, int32(0)
	for ; p.peek() >= '0' && p.peek() <= '9'; p.pos++ {
		port = port*10 + int32(p.peek()-'0')
	}
	if p.pos > start {
		return port, nil
	}
	switch p.peek() {
	case 0, ',', '@', '/', '?':
		return 0, p.fail("missing port")
	}
	return 0, p.fail("non-numeric port")
}

// parsePath takes the path of a socket, which is made absolute; without one
// the default is meant. In PCP a path of one character before
// attributes counts as none.
func (p *specParser) parsePath() error {
	end := p.until(":?", p.pos)
	path := p.text[p.pos:end]
	p.pos = end
	switch {
	case p.peek() == ':':
		return p.fail("unexpected terminal character")
	case path == "" || p.peek() == '?' && len(path) == 1:
		path = defaultSocket(p.env)
	}
	p.spec.hosts, p.spec.socket = []host{{name: absolute(path)}}, true
	return nil
}

func absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// parseAttributes takes a question mark and the attributes after it, up to the
// end or a slash.
func (p *specParser) parseAttributes() error {
	p.pos++
	text, _, _ := strings.Cut(p.text[p.pos:], "/")
	for attr := range strings.SplitSeq(text, "&") {
		if err := p.spec.attrs.parse(attr); err != nil {
			return &HostSpecError{Spec: p.text, Code: libpcp.Code(err)}
		}
	}
	return nil
}

func (p *specParser) fail(reason string) error {
	return &HostSpecError{Spec: p.text, Column: p.pos, Reason: reason, Code: libpcp.ErrGeneric}
}
