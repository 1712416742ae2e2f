// Package pcptls has another process speak TLS with a pmcd(1): the program
// pcptls, which is beside the tools. Few connections use TLS, and who does not
// is spared the start-up and the size of crypto/tls. [Client] is what a
// pmcd.Dialer wants, as pcps.Client is, and [Serve] is the program.
//
// The two have a pair of sockets. On it the program first reports how the
// handshake with pmcd ended, in one line: "0", or the code of an error and, if
// there is one, a text to log. Then it relays: each PDU of the tool as TLS
// records of its own, and the bytes of pmcd as they come. It ends when either
// side does.
package pcptls
