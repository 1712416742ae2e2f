package pmcd

import (
	"errors"
	"syscall"
	"testing"
)

// A name in a host specification is not checked, one in the environment is,
// unless the release reproduced took any.
func TestContainerNames(t *testing.T) {
	for _, test := range []struct {
		name string
		any  bool
		want error
	}{{"a.B-9_", false, nil}, {"a/b", false, syscall.EINVAL}, {"", false, syscall.EINVAL}, {"a/b", true, nil}, {"", true, nil}} {
		t.Setenv("PCP_CONTAINER", test.name)
		var attrs attributes
		if err := (&Dialer{AnyContainer: test.any}).addEnvironment(&attrs); !errors.Is(err, test.want) {
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
