package conf

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// Timezone is the zone of this process as a value for TZ (__pmTimezone): what
// TZ says, or the abbreviation in use now and how far it is behind UTC, such
// as "NST+3:30". Summer time is left out.
func Timezone() string { return Env(nil).Timezone() }

// Timezone is the zone in TZ, or the zone of this process.
func (e Env) Timezone() string {
	if tz, ok := e.Var("TZ"); ok {
		return tz
	}
	return posixZone(time.Now())
}

func posixZone(t time.Time) string {
	name, offset := t.Zone()
	minutes := -offset / 60
	sign := "+"
	switch {
	case minutes == 0:
		return name
	case minutes < 0:
		sign, minutes = "-", -minutes
	}
	if minutes%60 == 0 {
		return fmt.Sprintf("%s%s%d", name, sign, minutes/60)
	}
	return fmt.Sprintf("%s%s%d:%02d", name, sign, minutes/60, minutes%60)
}

// Zoneinfo is the time zone of the machine as a file of the zone database,
// such as ":Europe/Rome", or "".
func Zoneinfo() string {
	file, err := filepath.EvalSymlinks("/etc/localtime")
	if err != nil {
		return ""
	}
	_, zone, ok := strings.Cut(file, "/zoneinfo/")
	if !ok {
		return ""
	}
	return ":" + zone
}
