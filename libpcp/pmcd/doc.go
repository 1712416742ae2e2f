// Package pmcd is the client side of pmcd(1): it connects, introduces itself
// and puts requests, as a libpcp.Source that can also batch, store, reconnect
// and duplicate. Start with [Dial]:
//
//	src, err := pmcd.Dial(ctx, "local:")
//	c := libpcp.NewContext(src)
//
// What a program tells about itself, and what it wants to hear, is in a
// [Dialer]; so is TLS, which package pcps has. Host specifications are those
// of PCPIntro(1), the environment variables too.
//
// Requests of a batch are pipelined: all of them are on their way before the
// first reply is awaited, which costs one round trip. After a timeout, a lost
// connection or a reply that makes no sense the connection is closed, and
// every request fails with libpcp.ErrIPC until [Client.Reconnect].
package pmcd
