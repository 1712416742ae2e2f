package logger

import (
	"context"
	"time"

	"pcptools/libpcp/internal/pdu"
)

// Status is what a pmlogger reports of itself and its archive (pmlc(1),
// status). Times of version 2 of the protocol have microseconds, and no zone
// information files.
type Status struct {
	Start   time.Time // of the archive
	Last    time.Time // of the last record
	Now     time.Time // at pmlogger's host
	Started bool      // whether the archive has a first record
	Volume  int       // the current volume
	Size    int64     // of that volume, in bytes

	Host           string // whose pmcd is logged
	Address        string // how pmlogger reached it
	HostTimezone   string
	HostZoneinfo   string
	LoggerTimezone string
	LoggerZoneinfo string
}

// Status asks for the state of the archive.
func (c *Client) Status(ctx context.Context) (*Status, error) {
	kind, b, err := c.request(ctx, (&pdu.LogRequest{Request: pdu.LogGetStatus}).Append(nil))
	if err != nil {
		return nil, err
	}
	return statusOf(kind, b)
}

func statusOf(kind pdu.Type, b []byte) (*Status, error) {
	var m pdu.LogStatus
	var err error
	switch kind {
	case pdu.TypeLogStatus:
		err = m.Decode(b)
	case pdu.TypeLogStatusV2:
		err = (*pdu.LogStatusV2)(&m).Decode(b)
	default:
		if _, err = status(kind, b); err == nil {
			err = unexpected(kind)
		}
	}
	if err != nil {
		return nil, err
	}
	return &Status{
		Start: m.Start, Last: m.Last, Now: m.Now, Started: m.State != 0,
		Volume: int(m.Volume), Size: m.Size,
		Host: m.PMCDHost, Address: m.PMCDAddress,
		HostTimezone: m.PMCDTimezone, HostZoneinfo: m.PMCDZoneinfo,
		LoggerTimezone: m.LoggerTimezone, LoggerZoneinfo: m.LoggerZoneinfo,
	}, nil
}

// Sync makes pmlogger write its buffers to the archive (pmlc(1), flush).
func (c *Client) Sync(ctx context.Context) error {
	_, err := c.simple(ctx, pdu.LogSync)
	return err
}

// NewVolume makes pmlogger continue in a new volume, and returns the volume's
// number.
func (c *Client) NewVolume(ctx context.Context) (int, error) {
	return c.simple(ctx, pdu.LogNewVolume)
}

// simple makes a request whose reply is a number.
func (c *Client) simple(ctx context.Context, request int32) (int, error) {
	kind, b, err := c.request(ctx, (&pdu.LogRequest{Request: request}).Append(nil))
	if err != nil {
		return 0, err
	}
	return status(kind, b)
}
