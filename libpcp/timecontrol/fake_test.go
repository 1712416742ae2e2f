package timecontrol

import (
	"net"
	"time"
)

// Fake is a pmtime, for one client, in which a user plays an archive for some steps and
// then ends it. It returns the port.
func Fake(steps int) (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	go func() {
		defer l.Close()
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		hello, err := readPacket(c)
		if err != nil {
			return
		}
		c.Write((&packet{command: ack, source: hello.source}).append(nil))
		for i := range steps {
			at := hello.position.Add(time.Duration(i) * hello.delta)
			c.Write((&packet{command: step, source: hello.source, state: Forward, mode: Normal, delta: hello.delta, position: at}).append(nil))
			for { // requests may come before
				done, err := readPacket(c)
				if err != nil || done.command == ack && !done.position.Equal(at) {
					return
				}
				if done.command == ack {
					break
				}
			}
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, nil
}
