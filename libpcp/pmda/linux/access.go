package linux

import (
	"strconv"

	"pcptools/libpcp/pmda"
)

// privileged reports whether the client is root, who alone may see some files. Who
// the agent runs as does not matter: it reads for others.
func privileged(r *pmda.Request) bool {
	uid, err := strconv.ParseUint(r.Client.Attr(pmda.AttrUserID), 10, 32)
	return err == nil && uid == 0
}
