package pmcd

import (
	"strings"
	"syscall"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// attribute is a property of a connection in a host specification
// (PCP_ATTR_*).
type attribute uint8

const (
	attrProtocol attribute = iota + 1
	attrSecure
	attrCompress
	attrUserAuth
	attrUser
	_
	attrPassword
	attrMethod
	attrRealm
	attrUnix
	attrUserID
	attrGroupID
	attrLocal
	attrProcessID
	attrContainer
	attrExclusive
	attrProtect // ours
)

// attributeNamed is the attribute that a host specification calls name.
// Other attributes are ignored.
func attributeNamed(name string) (attribute, bool) {
	switch name {
	case "secure":
		return attrSecure, true
	case "compress":
		return attrCompress, true
	case "userauth", "authorise", "authorize":
		return attrUserAuth, true
	case "user", "username":
		return attrUser, true
	case "pass", "password":
		return attrPassword, true
	case "method", "authmeth":
		return attrMethod, true
	case "realm":
		return attrRealm, true
	case "unix", "unixsock":
		return attrUnix, true
	case "uid", "userid":
		return attrUserID, true
	case "gid", "groupid":
		return attrGroupID, true
	case "pid", "processid":
		return attrProcessID, true
	case "local":
		return attrLocal, true
	case "container":
		return attrContainer, true
	case "exclusive":
		return attrExclusive, true
	case "protect":
		return attrProtect, true
	}
	return 0, false
}

// attributes are set in order; of duplicates the last counts.
type attributes []attributeValue

type attributeValue struct {
	key   attribute
	value string
	bare  bool // written without "="
}

func (a *attributes) set(key attribute, value string) {
	*a = append(*a, attributeValue{key: key, value: value})
}

// get returns the value of key; bare says that it was given without one.
func (a attributes) get(key attribute) (v attributeValue, ok bool) {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i].key == key {
			return a[i], true
		}
	}
	return attributeValue{}, false
}

func (a attributes) has(key attribute) bool {
	_, ok := a.get(key)
	return ok
}

// parse adds one attribute of a host specification. Its value begins after
// the last equals sign.
func (a *attributes) parse(text string) error {
	name, value, bare := text, "", true
	if i := strings.LastIndexByte(text, '='); i >= 0 {
		name, value, bare = text[:i], text[i+1:], false
	}
	key, ok := attributeNamed(name)
	if !ok {
		return nil
	}
	value, err := urlDecode(value)
	if err != nil {
		return err
	}
	*a = append(*a, attributeValue{key: key, value: value, bare: bare})
	return nil
}

// urlDecode undoes the encoding of attribute values: a plus sign is a blank,
// %XX a byte. As in C a zero byte ends the value.
func urlDecode(s string) (string, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case '+':
			c = ' '
		case '%':
			if len(s)-i < 3 || !cnum.IsHexDigit(s[i+1]) || !cnum.IsHexDigit(s[i+2]) {
				return "", libpcp.Errno(syscall.EINVAL)
			}
			c = unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
		}
		out = append(out, c)
	}
	value, _, _ := strings.Cut(string(out), "\x00")
	return value, nil
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}
