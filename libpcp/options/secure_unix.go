//go:build unix

package options

import "pcptools/libpcp/pmcd/pcptls"

// secure has TLS in a process of its own.
var secure = pcptls.Client
