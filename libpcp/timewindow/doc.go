// Package timewindow parses times that users write: sampling intervals ("1day
// 3.5 hours"), points in time ("-5min", "@ Mar 4 1996 13:07:47", "last
// tuesday"), time zones ("EST5EDT,M3.2.0,M11.1.0", ":Asia/Tokyo"), and the time
// window that the options -S, -T, -A and -O describe.
//
// Start with [ParseInterval] for -t, and [Parser.Window] for the window.
// [LocalZone] and [ReportingZone] return the *[time.Location] for a Parser, and
// for printing timestamps.
//
// PCPIntro(1) describes the syntax; pmParseInterval(3), pmParseTimeWindow(3),
// pmNewZone(3) and tzset(3) describe the calls. Where the manuals and the C
// library differ, this package follows the library.
package timewindow
