package timecontrol

import (
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestFollower plays, stops, rewinds, moves, and changes the interval and the zone, in an
// archive and live: each step is an action with its cause, or acknowledged without one.
func TestFollower(t *testing.T) {
	at := func(n int) time.Time { return time.Unix(int64(n), 0) }
	forward := func(n, interval int) packet {
		return packet{command: step, state: Forward, position: at(n), delta: time.Duration(interval) * time.Second}
	}
	backward := func(n int) packet { return packet{command: step, state: Backward, position: at(n)} }
	fetch := func(c Cause, n, interval int, changed bool) Action {
		return Action{Cause: c, Moved: c != Continued, Position: at(n), Interval: time.Duration(interval) * time.Second, IntervalChanged: changed}
	}
	for _, test := range []struct {
		name     string
		archive  bool
		packets  []packet
		ends     int // the actions after which there are no more samples
		actions  []Action
		answered []int
	}{
		{
			name: "an archive", archive: true,
			packets: []packet{
				forward(1, 5), forward(6, 5),
				{command: vcrMode, state: Stopped}, forward(11, 5),
				{command: set, state: Stopped}, forward(20, 7),
				{command: drag, state: Stopped}, forward(30, 7),
				{command: vcrMode, state: Forward}, forward(37, 7),
				backward(30), backward(23), forward(24, 7),
				{command: timezone}, {command: timezone, zone: "UTC", label: "utc"}, {command: bounds}, forward(31, 7),
			},
			actions: []Action{
				fetch(Started, 1, 5, false), fetch(Continued, 6, 5, false), fetch(Resumed, 11, 5, false), fetch(Repositioned, 20, 7, true),
				fetch(Repositioned, 30, 7, false), fetch(Repositioned, 37, 7, false), {Task: Rewind}, fetch(Repositioned, 24, 7, false),
				{Task: Rezone, Zone: "UTC", Label: "utc"}, fetch(Continued, 31, 7, false),
			},
			answered: []int{1, 6, 11, 20, 30, 37, 30, 23, 24, 31},
		}, {
			name:     "live",
			packets:  []packet{forward(1, 9), {command: set, state: Stopped}, forward(2, 9), {command: vcrMode, state: Stopped}, forward(3, 8)},
			actions:  []Action{fetch(Started, 1, 9, false), fetch(Resumed, 2, 9, false), fetch(Resumed, 3, 8, true)},
			answered: []int{1, 2, 3},
		}, {
			name: "the end of an archive", archive: true, ends: 1,
			packets:  []packet{forward(1, 5), forward(6, 5), forward(11, 5), {command: set, state: Stopped}, forward(2, 5), forward(7, 5)},
			actions:  []Action{fetch(Started, 1, 5, false), fetch(Repositioned, 2, 5, false), fetch(Continued, 7, 5, false)},
			answered: []int{1, 6, 11, 2, 7},
		}, {
			name: "back from the end of an archive", archive: true, ends: 1,
			packets:  []packet{forward(1, 5), backward(1), forward(2, 5)},
			actions:  []Action{fetch(Started, 1, 5, false), {Task: Rewind}, fetch(Repositioned, 2, 5, false)},
			answered: []int{1, 1, 2},
		},
	} {
		synctest.Test(t, func(t *testing.T) { // a packet has to wait until the last one may be read
			here, there := net.Pipe()
			go func() {
				for _, p := range test.packets {
					there.Write(p.append(nil))
				}
			}()
			answers := make(chan []int)
			go func() {
				var list []int
				for {
					p, err := readPacket(there)
					if err != nil || p.command != ack {
						answers <- list
						return
					}
					list = append(list, int(p.position.Unix()))
				}
			}()
			f := NewFollower(&Client{conn: here, settings: Settings{Archive: test.archive, Interval: 5 * time.Second}})
			var actions []Action
			for range test.actions {
				a, err := f.Next(t.Context())
				if err != nil {
					t.Fatalf("%s: after %d actions: %v", test.name, len(actions), err)
				}
				if actions = append(actions, a); len(actions) == test.ends {
					f.End()
				}
			}
			if err := f.Done(); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			here.Close()
			if diff := cmp.Diff(test.actions, actions); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.name, diff)
			}
			if got := <-answers; !slices.Equal(got, test.answered) {
				t.Errorf("%s: acknowledged %v, want %v", test.name, got, test.answered)
			}
		})
	}
}
