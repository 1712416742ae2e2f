package linux

import (
	"context"
	"errors"
	"slices"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmdaroot"
	"pcptools/libpcp/pmda"
)

// container is what is known about the container that a request is for.
type container struct {
	root   pmdaroot.Client
	wanted bool // the request is for one
}

// ownClusters are those of which a container has values of its own, by its name
// spaces. This agent does not enter them. Of all others PCP has the values of
// the machine in a container, too.
var ownClusters = [...]int{
	clusterNetDev, clusterFilesys, clusterSockstat, clusterUname, clusterSNMP, clusterTCP, clusterNetAddr, clusterTmpfs,
	clusterNetstat, clusterSNMP6, clusterSockstat6, clusterTCP6, clusterRaw, clusterRaw6, clusterUDP, clusterUDP6,
	clusterUnix, clusterNetAll,
}

// find asks pmdaroot whether there is the container that a request is for.
func (c *container) find(ctx context.Context, r *pmda.Request) error {
	name := r.Client.Attr(pmda.AttrContainer)
	if c.wanted = name != ""; !c.wanted {
		return nil
	}
	c.root.Warn = r.Log.Errorf
	_, err := c.root.Process(ctx, name)
	if errors.Is(err, syscall.ENOTCONN) {
		return libpcp.ErrNotConn
	}
	return err
}

// lacks reports whether a cluster has values of the container that are not
// known here.
func (c *container) lacks(cluster int) bool {
	return c.wanted && slices.Contains(ownClusters[:], cluster)
}
