package logger_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/logger"
)

// A program asks a pmlogger about its archive; "local:" is the primary one of this host.
func ExampleClient_Status() {
	socket, end := pmlogger()
	defer end()
	ctx := context.Background()
	c, err := logger.Dial(ctx, "unix:"+socket)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	s, err := c.Status(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Host, "since", s.Start.UTC().Format(time.DateTime), "volume", s.Volume, "size", s.Size)
	// Output:
	// web1 since 2024-06-01 12:00:00 volume 2 size 4096
}

// A program has metrics logged every five seconds, and what is in memory written out. All is
// for metrics as [libpcp.Context.Descs] describes them; Processes lists the pmloggers that
// run on this host.
func ExampleClient_Control() {
	socket, end := pmlogger()
	defer end()
	ctx := context.Background()
	c, err := logger.Dial(ctx, "unix:"+socket)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	ncpu := logger.All(libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 32), InDom: libpcp.NullInDom})
	change := logger.Change{Mode: logger.Mandatory, Setting: logger.On, Interval: 5 * time.Second}
	list, err := c.Control(ctx, change, ncpu)
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range list {
		for _, s := range l.States {
			fmt.Println(l.ID, change.Granted(s), s.Interval)
		}
	}
	volume, err := c.NewVolume(ctx)
	fmt.Println(volume, err, c.Sync(ctx))
	// Output:
	// 60.0.32 true 5s
	// 3 <nil> <nil>
}

// A session is recorded, for pmafm(1) to replay, by a pmlogger for each host.
func ExampleRecord() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	r, err := logger.Record(filepath.Join(dir, "view.folio"), "myview", true)
	if err != nil {
		log.Fatal(err)
	}
	io.WriteString(r.Replay(), "colour green\n") // what myview needs for the replay
	h, err := r.AddHost("web1", true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(h, "log mandatory on 1 sec { kernel.all.load }")
	if err := h.AddArgument("-T10min"); err != nil {
		log.Fatal(err)
	}
	// r.Start starts pmlogger, and r.Stop ends it.
	fmt.Println(h.Name, "is not recorded yet:", h.PID() == 0)
	// Output:
	// web1 is not recorded yet: true
}

// pmlogger is a fake that answers one client.
func pmlogger() (socket string, end func()) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	socket = filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		c.Write((&pdu.Error{Code: 3}).Append(nil)) // the version of the protocol
		for {
			h, b, err := pdu.Read(c, nil, pdu.MaxLen)
			if err != nil {
				return
			}
			var control pdu.LogControl
			var request pdu.LogRequest
			switch {
			case h.Type == pdu.TypeCreds:
			case control.Decode(b) == nil:
				state := uint32(pdu.LogStateOn | pdu.LogStateMandatory | 5000<<4)
				for i := range control.Metrics {
					control.Metrics[i].Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: state}}
				}
				c.Write((&pdu.Result{Sets: control.Metrics}).Append(nil))
			case request.Decode(b) == nil && request.Request == pdu.LogGetStatus:
				noon := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
				c.Write((&pdu.LogStatus{State: 1, Volume: 2, Size: 4096, Start: noon, PMCDHost: "web1"}).Append(nil))
			default:
				c.Write((&pdu.Error{Code: 3}).Append(nil)) // the number of a new volume
			}
		}
	}()
	return socket, func() {
		l.Close()
		os.RemoveAll(dir)
	}
}
