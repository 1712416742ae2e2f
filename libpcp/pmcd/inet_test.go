package pmcd

import (
	"errors"
	"syscall"
	"testing"

	"pcptools/libpcp"
)

func TestNumericHost(t *testing.T) {
	for name, want := range map[string]string{
		"127.1":            "127.0.0.1",
		"127.0.1":          "127.0.0.1",
		"0x7f000001":       "127.0.0.1",
		"2130706433":       "127.0.0.1",
		"0177.0.0.01":      "127.0.0.1",
		"127.0.0.1":        "127.0.0.1",
		"127.0.0.256":      "127.0.0.256",
		"127.16777216":     "127.16777216",
		"256.1":            "256.1",
		"1.2.3.4.5":        "1.2.3.4.5",
		"08.1":             "08.1",
		"localhost":        "localhost",
		"":                 "",
		"127.":             "127.",
		"0b1":              "0b1",
		"99999999999999":   "99999999999999",
		"::1":              "::1",
		"fe80::1%eth0":     "fe80::1%eth0",
		"127.0.0.1.":       "127.0.0.1.",
		"1_0.1":            "1_0.1",
		"host.example.com": "host.example.com",
	} {
		if got := numericHost(name); got != want {
			t.Errorf("numericHost(%q) = %q, want %q", name, got, want)
		}
	}
}

// What is wanted was recorded from PCP's tools.
func TestImpossible(t *testing.T) {
	for name, want := range map[string]error{
		"::1":                nil,
		"::1%0":              nil,
		"::1%99":             nil,
		"::1%lo":             libpcp.Errno(syscall.EHOSTUNREACH),
		"::1%0x1":            libpcp.Errno(syscall.EHOSTUNREACH),
		"::1%4294967296":     libpcp.Errno(syscall.EHOSTUNREACH),
		"fe80::1%99":         nil,
		"fe80::1%nosuch":     libpcp.Errno(syscall.EHOSTUNREACH),
		"ff02::1%nosuch":     libpcp.Errno(syscall.EHOSTUNREACH),
		"::ffff:127.0.0.1":   libpcp.Errno(syscall.ECONNREFUSED),
		"::ffff:127.0.0.1%x": libpcp.Errno(syscall.EHOSTUNREACH),
		"127.0.0.1":          nil,
		"localhost":          nil,
	} {
		err := impossible(name)
		if err != nil {
			err = new(Dialer).tcpError(t.Context(), name, err)
		}
		if !errors.Is(err, want) {
			t.Errorf("impossible(%q) = %v, want %v", name, err, want)
		}
	}
}
