// Package pcps speaks TLS with a pmcd(1) in the calling process, as the
// original does with OpenSSL: configured by the tls.conf that PCP_TLSCONF_PATH
// names. It is a package of its own since crypto/tls costs each start of a
// program 0.2 ms, and 3 MB. A program that needs it gives it to its Dialer:
//
//	d := pmcd.Dialer{Secure: pcps.Client}
//	src, err := d.Dial(ctx, "pcps://host")
package pcps
