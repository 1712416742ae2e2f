//go:build !linux

package timecontrol

import "net"

// unread cannot be known here.
func unread(net.Conn) (waiting, ok bool) { return false, false }
