package timecontrol

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"pcptools/libpcp/internal/conf"
)

// Settings are what a client shows, and its position.
type Settings struct {
	Archive  bool          // it shows an archive, not live values
	Interval time.Duration // between samples
	Position time.Time     // of an archive, or now

	Start, End time.Time // the bounds of an archive

	Zone  string // as a value of TZ; "" is the zone of this process
	Label string // of the zone in menus, such as the name of a host
}

// A Client is a connection to a pmtime. It is not safe for concurrent use.
type Client struct {
	conn     net.Conn
	settings Settings
	sent     time.Time // when the last packet was
}

// connectLimit is how long to wait for a connection and the handshake.
const connectLimit = 10 * time.Second

// Connect connects to the pmtime of this machine that listens at a port
// (pmTimeConnect(3)).
func Connect(ctx context.Context, port int, s Settings) (*Client, error) {
	if s.Zone == "" {
		s.Zone = conf.Timezone()
	}
	ctx, cancel := context.WithTimeout(ctx, connectLimit)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port&0xffff)))
	if err != nil {
		return nil, fmt.Errorf("pmtime at port %d: %w", port, err)
	}
	c := &Client{conn: conn, settings: s}
	if err := c.handshake(ctx); err != nil {
		conn.Close()
		return nil, fmt.Errorf("pmtime at port %d: %w", port, err)
	}
	return c, nil
}

func (s *Settings) source() source {
	if s.Archive {
		return archive
	}
	return host
}

func (c *Client) handshake(ctx context.Context) error {
	s := &c.settings
	hello := &packet{command: set, source: s.source(), delta: s.Interval, position: s.Position,
		zone: s.Zone, label: s.Label}
	if s.Archive {
		hello.start, hello.end = s.Start, s.End
	}
	if err := c.send(hello); err != nil {
		return err
	}
	reply, err := c.receive(ctx)
	switch {
	case err != nil:
		return err
	case reply.command != ack || reply.source != hello.source:
		return errors.New("handshake refused")
	}
	return nil
}

// Show shows the window, or hides it (pmTimeShowDialog(3)).
func (c *Client) Show(visible bool) error {
	if visible {
		return c.send(&packet{command: show})
	}
	return c.send(&packet{command: hide})
}

// Acknowledge reports that the client has moved to the position of a step
// (pmTimeSendAck(3)), which must be exact.
func (c *Client) Acknowledge(position time.Time) error {
	return c.send(&packet{command: ack, position: position})
}

// Ready ends the handshake. A pmtime accepts [Client.Extend] and
// [Client.AddZone] from then on.
func (c *Client) Ready() error { return c.Acknowledge(c.settings.Position) }

// Extend widens the bounds of archives for all clients.
func (c *Client) Extend(start, end time.Time) error {
	return c.send(&packet{command: bounds, source: archive, start: start, end: end})
}

// AddZone offers the user another time zone.
func (c *Client) AddZone(zone, label string) error {
	return c.send(&packet{command: timezone, source: c.settings.source(), zone: zone, label: label})
}

// Close ends the connection (pmTimeDisconnect(3)), and the pmtime if this was
// its last client.
func (c *Client) Close() error { return c.conn.Close() }

// sendLimit is how long a pmtime may take to read a packet.
const sendLimit = 10 * time.Second

// send sends a packet once the pmtime has read the previous packets. A pmtime
// that reads a much longer packet than expected exits.
func (c *Client) send(p *packet) error {
	b := p.append(nil)
	if len(b) > packetMax {
		return fmt.Errorf("%w: %d bytes", errLength, len(b))
	}
	if err := c.pace(); err != nil {
		return err
	}
	c.sent = time.Now()
	c.conn.SetWriteDeadline(c.sent.Add(sendLimit))
	_, err := c.conn.Write(b)
	return err
}

// receive waits for a packet.
func (c *Client) receive(ctx context.Context) (*packet, error) {
	c.conn.SetReadDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { c.conn.SetReadDeadline(time.Unix(1, 0)) })
	p, err := readPacket(c.conn)
	if !stop() {
		return nil, ctx.Err()
	}
	return p, err
}
