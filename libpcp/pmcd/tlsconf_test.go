package pmcd

import (
	"strings"
	"testing"
)

func TestTLSConf(t *testing.T) {
	conf := parseTLSConf("# tls-key-file = a\n tls-key-file=b c # d\ntls-cert-file: e=f\n\nnothing\ntls-ca-cert-dir =\n=x\n")
	if len(conf) != 3 || conf["tls-key-file"] != "b" || conf["tls-cert-file"] != "e=f" {
		t.Errorf("got %q", conf)
	}
}

func FuzzTLSConf(f *testing.F) {
	f.Add("tls-key-file = b # c\ntls-cert-file: d\n")
	f.Fuzz(func(t *testing.T, text string) {
		for key, value := range parseTLSConf(text) {
			if strings.ContainsAny(key+value, "\n#") || value == "" {
				t.Errorf("%q is %q", key, value)
			}
		}
	})
}
