package timecontrol

import (
	"encoding/binary"
	"fmt"
	"net"
	"strings"
	"testing"
)

const sockets = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:A63F 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 61 1 0000000000000000 100 0 0 10 0
   1: 0100007F:0102 0100007F:0304 01 00000000:00000058 00:00000000 00000000     0        0 62 1 0000000000000000 20 4 30 10 -1
   2: 0000000000000000FFFF00000100007F:0304 0000000000000000FFFF00000100007F:0102 01 00000000:00000000 00:00000000 00000000 0 0 63
   3: 0100007F:0304 0100007F
`

func TestReceived(t *testing.T) {
	table := sockets
	if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
		table = strings.ReplaceAll(table, "0100007F", "7F000001")
	}
	for ports, want := range map[[2]int]string{{0x102, 0x304}: "true true", {0x304, 0x102}: "false true", {0x102, 0x305}: "false false"} {
		address := func(port int) string { return spell(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}) }
		waiting, ok := received([]byte(table), address(ports[0]), address(ports[1]))
		if got := fmt.Sprint(waiting, ok); got != want {
			t.Errorf("%x: %s, want %s", ports, got, want)
		}
	}
	if received, ok := received([]byte(table), "none", "none"); received || ok {
		t.Error("what is no address is there")
	}
}

// FuzzReceived looks for panics.
func FuzzReceived(f *testing.F) {
	f.Add([]byte(sockets))
	f.Add([]byte("x y z st ::\n"))
	f.Fuzz(func(t *testing.T, table []byte) { received(table, "0100007F:0102", "0100007F:0304") })
}
