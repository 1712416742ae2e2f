// Package nss asks the name services of this host that Go does not know: plug-ins of
// glibc (nsswitch.conf(5)), such as myhostname, mdns, sss or extrausers. It runs
// getent(1), and only if nsswitch.conf names such a service for the database.
package nss

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pcptools/libpcp/internal/access"
)

// Limits of an answer of getent.
const (
	patience = 5 * time.Second
	maxText  = 64 << 10
	maxConf  = 1 << 20
)

// Services are the name services of a host.
type Services struct {
	conf   string // nsswitch.conf
	getent string
	slow   atomic.Bool // getent has not answered in time, and is not asked again

	mu     sync.Mutex
	owners map[owner]string // the names that were asked for, "" for none
}

// owner is a user or a group.
type owner struct {
	database string
	id       uint32
}

const maxOwners = 1 << 16 // that are kept

// Host are those of this host.
var Host = &Services{conf: "/etc/nsswitch.conf", getent: "getent"}

// Addresses returns the addresses of a host, none if it is not known.
func (s *Services) Addresses(ctx context.Context, name string) (list []netip.Addr) {
	seen := make(map[netip.Addr]bool)
	for line := range strings.Lines(s.ask(ctx, "hosts", "ahosts", name)) {
		word, _, _ := strings.Cut(line, " ")
		if a, err := netip.ParseAddr(word); err == nil && !seen[a] {
			seen[a] = true
			list = append(list, a)
		}
	}
	return list
}

// Dial is [net.Dialer.DialContext] for a host that only these services may know.
func (s *Services) Dial(ctx context.Context, d *net.Dialer, network, address string) (net.Conn, error) {
	conn, err := d.DialContext(ctx, network, address)
	host, port, notHost := net.SplitHostPort(address)
	if !errors.As(err, new(*net.DNSError)) || notHost != nil || ctx.Err() != nil {
		return conn, err
	}
	for _, a := range s.Addresses(ctx, host) {
		if conn, err = d.DialContext(ctx, network, net.JoinHostPort(a.String(), port)); err == nil {
			break
		}
	}
	return conn, err
}

// User returns the name of a user, "" if it is not known.
func (s *Services) User(id uint32) string { return s.owner("passwd", id) }

// Group returns the name of a group, "" if it is not known.
func (s *Services) Group(id uint32) string { return s.owner("group", id) }

// owner asks once for each.
func (s *Services) owner(database string, id uint32) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := owner{database, id}
	name, known := s.owners[key]
	if !known {
		name = s.askOwner(database, id)
		if s.owners == nil || len(s.owners) == maxOwners {
			s.owners = make(map[owner]string)
		}
		s.owners[key] = name
	}
	return name
}

func (s *Services) askOwner(database string, id uint32) string {
	number := strconv.FormatUint(uint64(id), 10)
	fields := strings.Split(s.ask(context.Background(), database, database, number), ":")
	if len(fields) < 3 || fields[2] != number { // a user may have a number for a name
		return ""
	}
	return fields[0]
}

// ask returns what getent prints, "" without a service that Go does not know, or without
// an answer in time.
func (s *Services) ask(ctx context.Context, database, query, key string) string {
	if key == "" || s.slow.Load() || !s.others(database) {
		return ""
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	command := exec.CommandContext(limited, s.getent, "--", query, key)
	command.WaitDelay = time.Second
	out, err := command.StdoutPipe()
	if err != nil || command.Start() != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(out, maxText+1))
	if len(text) > maxText {
		cancel()
		text = nil
	}
	if err := command.Wait(); err != nil {
		if ctx.Err() == nil && limited.Err() == context.DeadlineExceeded {
			s.slow.Store(true)
		}
		return ""
	}
	return string(text)
}

// others reports whether nsswitch.conf names more services for a database than files
// and dns.
func (s *Services) others(database string) bool {
	text, err := access.ReadFile(s.conf, maxConf)
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		name, services, ok := bytes.Cut(line, []byte(":"))
		if !ok || string(bytes.TrimSpace(name)) != database {
			continue
		}
		action := false // [NOTFOUND=return]
		for word := range bytes.FieldsSeq(services) {
			action = action || word[0] == '['
			if !action && string(word) != "files" && string(word) != "dns" {
				return true
			}
			if bytes.HasSuffix(word, []byte("]")) {
				action = false
			}
		}
		return false
	}
	return false
}
