//go:build !unix

package options

import "pcptools/libpcp/pmcd/pcps"

// secure has TLS in this process.
var secure = pcps.Client
