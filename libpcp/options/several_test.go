package options

import "testing"

// TestShown hides passwords of hosts.
func TestShown(t *testing.T) {
	s := Choice{Kind: Host}
	for name, want := range map[string]string{
		"web1": "web1", "web1?user=me&pass=secret": "web1?user=me&pass=xxxxx", "web1?password=a=b&container=c": "web1?password=xxxxx&container=c",
		"web1?pass&compress": "web1?pass&compress", "http://me:secret@web1": "http://me:xxxxx@web1",
		"http://web1?hostspec=db%3Fpass%3Dsecret&x=1": "http://web1?hostspec=db%3Fpass%3Dxxxxx&x=1",
	} {
		if got := s.Shown(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
