// Package timewindow parses times as users write them: sampling intervals
// ("1day 3.5 hours"), points in time ("-5min", "@ Mar 4 1996 13:07:47", "last
// tuesday"), time zones ("EST5EDT,M3.2.0,M11.1.0", ":Asia/Tokyo"), and the time
// window that the options -S, -T, -A and -O describe.
//
// Start with [ParseInterval] for -t, and [Parser.Window] for the window.
// [LocalZone] and [ReportingZone] give the *[time.Location] a Parser needs;
// it is also the one to print timestamps with.
//
// The syntax is that of PCPIntro(1), the calls are those of
// pmParseInterval(3), pmParseTimeWindow(3), pmNewZone(3) and tzset(3). Where
// the manuals and the C library differ, this package follows the library.
package timewindow
