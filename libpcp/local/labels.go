package local

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/release"
)

// contextLabels are the labels of everything on this machine: those in the
// files of $PCP_SYSCONF_DIR/labels, and what PCP knows itself. A machine without
// that directory has none.
func contextLabels(rel release.Release) ([]libpcp.LabelSet, error) {
	parse := libpcp.ParseLabels
	if rel.Has(release.LenientLabelNames) {
		parse = libpcp.ParseLenientLabels
	}
	sets, err := labelFiles(parse, filepath.Join(conf.Get("PCP_SYSCONF_DIR"), "labels"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	set, err := libpcp.MergeLabels(nil, append(sets, ownLabels(), userLabels())...)
	if err != nil {
		return nil, err
	}
	return []libpcp.LabelSet{set}, nil
}

const maxLabelFile = 65535

// labelFiles reads the files of a directory in order of name, and skips hidden
// files and files without labels.
func labelFiles(parse func(text string, flags uint8) (libpcp.LabelSet, error), dir string) ([]libpcp.LabelSet, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var sets []libpcp.LabelSet
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, entry.Name()))
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxLabelFile {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			continue
		}
		set, err := parse(string(text), uint8(libpcp.LabelContext|libpcp.LabelCompound))
		if err == nil {
			sets = append(sets, set)
		}
	}
	return sets, nil
}

// ownLabels identify the machine.
func ownLabels() libpcp.LabelSet {
	host, _ := os.Hostname()
	name, id := machineID()
	return labelSet(libpcp.Label{Name: "domainname", Value: quote(domainName())},
		libpcp.Label{Name: "hostname", Value: quote(host)},
		libpcp.Label{Name: name, Value: quote(id)})
}

// userLabels identify the user.
func userLabels() libpcp.LabelSet {
	return labelSet(
		libpcp.Label{Name: "groupid", Value: strconv.Itoa(os.Getgid()), Flags: libpcp.LabelOptional},
		libpcp.Label{Name: "userid", Value: strconv.Itoa(os.Getuid()), Flags: libpcp.LabelOptional})
}

func labelSet(labels ...libpcp.Label) libpcp.LabelSet {
	for i := range labels {
		labels[i].Flags |= uint8(libpcp.LabelContext)
	}
	return libpcp.LabelSet{Inst: libpcp.NullInst, Labels: labels}
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// domainName is the result of getdomainname(2).
func domainName() string {
	text, err := os.ReadFile("/proc/sys/kernel/domainname")
	name := strings.TrimSpace(string(text))
	if err != nil || name == "" || name == "(none)" {
		return "localdomain"
	}
	return name
}

// machineID is machine-id(5), or a hash of it if labels.conf wants that, and
// the label's name.
func machineID() (name, id string) {
	text, _ := os.ReadFile("/etc/machine-id")
	id, _, _ = strings.Cut(string(text), "\n")
	if id == "" {
		return "machineid", "localmachine"
	}
	if !hashMachineID() {
		return "machineid", id
	}
	sum := sha256.Sum256([]byte(id))
	return "machineid_sha256", hex.EncodeToString(sum[:])
}

// hashMachineID reports whether labels.conf has "machineid_hash = sha256"
// under [global].
func hashMachineID() bool {
	text, err := access.ReadFile(filepath.Join(conf.Get("PCP_SYSCONF_DIR"), "labels.conf"), maxLabelFile)
	if err != nil {
		return false
	}
	global := false
	for line := range bytes.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(string(line)), "=")
		switch {
		case strings.HasPrefix(key, "["):
			global = key == "[global]"
		case global && strings.TrimSpace(key) == "machineid_hash":
			return strings.TrimSpace(value) == "sha256"
		}
	}
	return false
}
