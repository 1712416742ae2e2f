package pcp_test

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pcp"
)

func TestKind(t *testing.T) {
	for kind, want := range map[pcp.Kind]string{
		pcp.Host: "host", pcp.Archive: "archive", pcp.Local: "local context", 0: "kind 0", 9: "kind 9",
	} {
		if got := fmt.Sprint(kind); got != want {
			t.Errorf("%d: %s, want %s", int(kind), got, want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for kind, want := range map[pcp.Kind]string{
		pcp.Local: `local context named "here": Invalid argument`, 0: `kind 0 named "here": Invalid argument`,
	} {
		_, err := pcp.Open(t.Context(), kind, "here")
		if !errors.Is(err, libpcp.Errno(syscall.EINVAL)) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
