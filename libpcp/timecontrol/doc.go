// Package timecontrol is a client of pmtime(1), whose window lets a user play,
// stop and rewind what several programs show, live or from archives
// (pmtime(3)).
//
// A program connects to a pmtime, or starts one, and follows its commands. A
// [Follower] reduces these to the next fetch and its position, for programs
// that report samples.
//
//	client, err := timecontrol.Start(ctx, timecontrol.Settings{Archive: true, Position: start, Interval: time.Second})
//	if err != nil {
//		return err
//	}
//	defer client.Close()
//	client.Show(true)
//	follower := timecontrol.NewFollower(client)
//	for {
//		action, err := follower.Next(ctx)
//		if err != nil {
//			return err // the pmtime is gone
//		}
//		if action.Task == timecontrol.Fetch {
//			if action.Moved {
//				c.SetMode(ctx, libpcp.ModeInterp, action.Position, action.Interval)
//			}
//			result, err := c.Fetch(ctx, ids)
//			if err != nil {
//				return err
//			}
//			fmt.Println(result.Time, result.Sets)
//			follower.Done()
//		}
//	}
//
// A pmtime steps all its clients together: it waits until each has
// acknowledged a step, so a client that does not acknowledge blocks the
// others. It ends when its last client closes its connection.
package timecontrol
