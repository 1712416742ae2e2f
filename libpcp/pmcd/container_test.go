package pmcd

import (
	"errors"
	"pcptools/libpcp/release"
	"syscall"
	"testing"
)

// A name in a host specification is not checked, one in the environment is,
// unless the release reproduced took any.
func TestContainerNames(t *testing.T) {
	var newest, oldest = release.Release{}, release.Of(release.Version{})
	for _, test := range []struct {
		name    string
		release release.Release
		want    error
	}{{"a.B-9_", newest, nil}, {"a/b", newest, syscall.EINVAL}, {"", newest, syscall.EINVAL}, {"a/b", oldest, nil}, {"", oldest, nil}} {
		t.Setenv("PCP_CONTAINER", test.name)
		var attrs attributes
		if err := (&Dialer{Release: test.release}).addEnvironment(&attrs); !errors.Is(err, test.want) {
			t.Errorf("%q: %v", test.name, err)
		}
		if got, ok := attrs.get(attrContainer); ok != (test.want == nil) || ok && got.value != test.name {
			t.Errorf("%q: attribute %q, %t", test.name, got.value, ok)
		}
		attrs = nil
		attrs.set(attrContainer, "x/y")
		if err := new(Dialer).addEnvironment(&attrs); err != nil {
			t.Errorf("%q beside one in the specification: %v", test.name, err)
		}
	}
}
