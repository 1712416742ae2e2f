// Package pmcd is the client side of pmcd(1): it connects, performs the
// handshake, with TLS and authentication, and sends requests. A [Client] is a
// libpcp.Source. Start with [Dial]:
//
//	src, err := pmcd.Dial(ctx, "local:")
//	c := libpcp.NewContext(src)
//
// A [Dialer] configures connections. PCPIntro(1) describes host specifications and
// environment variables; the file that PCP_TLSCONF_PATH names, /etc/pcp/tls.conf
// by default, configures TLS.
//
// Queries asked together are pipelined: all of their requests are on their way before the
// first reply is awaited, which costs one round trip. After a timeout, a lost
// connection or a malformed reply the connection is closed, and every request
// fails with libpcp.ErrIPC, or after a timeout with libpcp.ErrTimeout, until
// [libpcp.Context.Reconnect]. So it is when a request's context ends before its
// reply has come, since that reply would be taken for the next one; a request
// whose context has ended before is not sent, and the connection stays.
//
// After a failed attempt to reconnect, the next is possible 5 seconds later, then
// after 10, 20, 40 and 80 seconds, or as PMCD_RECONNECT_TIMEOUT lists them; an
// earlier one is refused with a [BackoffError], which has the time.
package pmcd
