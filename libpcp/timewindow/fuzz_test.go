package timewindow

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func FuzzParseInterval(f *testing.F) {
	for _, seed := range []string{
		"", "5", "4d6h30m", "1hour 15mins 30secs", "0x1f.8p3 s", "1e-9", "nan(1)", "inf", "5 sec junk", "\t x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := ParseInterval(text)
		checkError(t, text, err)
	})
}

func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{
		"", "5min", "-5min", "@", "@ Thu Aug 31 21:14:50.3 2017", "@24:00", "@5pm", "2017-08-31 21:14 +0100",
		"last tuesday", "second monday 5 p.m. est dst", "3 days ago", "tomorrow (or so) 10:30", "4-mar-96", "-1 month",
		"1/1/99999999999 9 months ago", "20170831 2114",
	} {
		f.Add(seed, int64(1504214072), int64(1504214093))
		f.Add(seed, int64(1504214072), int64(0))
	}
	p := Parser{
		Zone: Zone("EST5EDT,M3.2.0,M11.1.0", nil),
		Now:  oracleNow,
	}
	f.Add("2019-06-30T23:02:00.5+02:00", int64(1504214072), int64(0))
	f.Add("@1561935720.5", int64(1504214072), int64(0))
	extended := p
	extended.Absolute = true
	f.Fuzz(func(t *testing.T, text string, start, end int64) {
		var last time.Time
		if end != 0 {
			last = time.Unix(end, 0)
		}
		_, err := p.Time(text, time.Unix(start, 0), last)
		checkError(t, text, err)
		_, err = extended.Time(text, time.Unix(start, 0), last)
		checkError(t, text, err)
		_, err = p.Window(Options{&text, &text, &text, &text}, time.Unix(start, 0), last)
		checkError(t, text, err)
	})
}

func FuzzZone(f *testing.F) {
	for _, seed := range []string{
		"EST5EDT,M3.2.0,M11.1.0", "<+05>-5", "AAA5BBB", "AAA-5:30BBB,J60/25,300/-3:00:01", "EST5EDT4,M13.9.9", "EST5x",
		":Europe/Berlin", "../x", "XXX99:99:99", "XXX99:9\xdb\xdb\xdb", "XXX5YYY99", "XXX5YYY,,", "XXX5YYY,J0,/", "XXX+ 5YYY-4,M1 .2.3",
	} {
		f.Add(seed, int64(1504214072))
	}
	useTestZones(f)
	f.Fuzz(func(t *testing.T, tz string, sec int64) {
		if strings.Contains(tz, "/") && !strings.ContainsAny(tz, ",") {
			return // a path of this machine
		}
		local := time.Unix(sec, 0).In(Zone(tz, nil))
		if _, east := local.Zone(); east < -25*3600 || east > 26*3600 {
			t.Errorf("%q is %d seconds east", tz, east)
		}
	})
}

// checkError checks that an error points into the end of what was parsed.
func checkError(t *testing.T, text string, err error) {
	if err == nil {
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	if !strings.HasSuffix(text, e.Text) || e.Offset < 0 || e.Offset > len(e.Text) {
		t.Errorf("%q: offset %d in %q", text, e.Offset, e.Text)
	}
	if !strings.HasPrefix(err.Error(), e.Text+"\n") {
		t.Errorf("message %q", err)
	}
}
