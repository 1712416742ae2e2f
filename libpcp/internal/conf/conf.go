// Package conf looks up PCP's settings: first in the environment, then in the
// file pcp.conf (pmGetConfig(3), pcp.conf(5)).
//
// The file is read when a setting is first missed in the environment, and
// only then: a program that needs none does not touch it.
package conf

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
)

// Get returns the value of a setting, or "" when it has none
// (pmGetOptionalConfig(3)).
func Get(name string) string {
	value, _ := Lookup(name)
	return value
}

// Lookup returns the value of a setting, and whether it has one. A variable
// that is set in the environment counts, even if it is empty.
func Lookup(name string) (string, bool) {
	if value, ok := os.LookupEnv(name); ok {
		return value, true
	}
	text, err := file()
	if err != nil {
		return "", false
	}
	return find(text, name)
}

// Err says why pcp.conf could not be read, if that is so.
func Err() error {
	_, err := file()
	return err
}

var file = sync.OnceValues(func() ([]byte, error) { return os.ReadFile(Path()) })

// Path is the file that settings come from: $PCP_CONF, or etc/pcp.conf below
// $PCP_DIR, or /etc/pcp.conf.
func Path() string {
	if path, ok := os.LookupEnv("PCP_CONF"); ok {
		return path
	}
	return filepath.Join("/", os.Getenv("PCP_DIR"), "etc", "pcp.conf")
}

// find returns the value of the first line "name=value". The file is meant
// for sh and make too: nothing stands around the equals sign, and one pair of
// quotes around the value does not belong to it.
func find(text []byte, name string) (string, bool) {
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte(name))
		if !ok || len(rest) == 0 || rest[0] != '=' || line[0] == '#' {
			continue
		}
		value := bytes.TrimSuffix(rest[1:], []byte("\n"))
		return string(unquote(value)), true
	}
	return "", false
}

// unquote removes the quotes of a value that begins and ends with the same
// one. A quote alone is both its own beginning and end.
func unquote(value []byte) []byte {
	if len(value) == 0 {
		return value
	}
	first, last := value[0], value[len(value)-1]
	if first != last || first != '"' && first != '\'' {
		return value
	}
	return value[1:max(1, len(value)-1)]
}

// HostVersion returns the version of the PCP on this host, PCP_VERSION, and
// the file that has it: pcp.conf, or if it has none /etc/pcp.conf. Unlike
// other settings the environment does not override it, since it is a fact
// about what is installed.
func HostVersion() (version, path string) {
	if text, err := file(); err == nil {
		if version, ok := find(text, "PCP_VERSION"); ok {
			return version, Path()
		}
	}
	const standard = "/etc/pcp.conf"
	if Path() == standard {
		return "", ""
	}
	text, err := os.ReadFile(standard)
	if err != nil {
		return "", ""
	}
	version, _ = find(text, "PCP_VERSION")
	return version, standard
}
