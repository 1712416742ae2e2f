package libpcp_test

import (
	"fmt"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestProfile replays calls recorded with libpcp (C): what they
// return, the profile they leave, and which instances 0…3 of the domains 1…3
// it includes.
func TestProfile(t *testing.T) {
	golden(t, "profile.txt", func(t *testing.T, line string, _ []string) {
		parts := strings.Split(line, "|")
		var p libpcp.Profile
		for _, call := range strings.Fields(parts[0]) {
			before := p.Generation()
			call, status, _ := strings.Cut(call, "=")
			err := replay(t, &p, call)
			if got := fmt.Sprint(int(libpcp.Code(err))); got != status {
				t.Errorf("%s\n%s: got %s", line, call, got)
			}
			if changed := p.Generation() != before; changed != (err == nil) {
				t.Errorf("%s\n%s: generation changed: %t", line, call, changed)
			}
		}
		if got := spell(&p); got != strings.TrimSpace(parts[1]) {
			t.Errorf("%s\n got %s", line, got)
		}
		if got := included(&p); got != strings.TrimSpace(parts[2]) {
			t.Errorf("%s\n got %s", line, got)
		}
	})
}

// replay makes a call such as "-2,1,3", which deletes two instances of
// domain 2, or "+0", which adds everything.
func replay(t *testing.T, p *libpcp.Profile, call string) error {
	t.Helper()
	var numbers []int32
	for _, s := range strings.Split(call[1:], ",") {
		numbers = append(numbers, int32(number(t, s)))
	}
	d := libpcp.InDom(numbers[0])
	if d == 0 {
		d = libpcp.NullInDom
	}
	if call[0] == '+' {
		return p.Add(d, numbers[1:]...)
	}
	return p.Del(d, numbers[1:]...)
}

func spell(p *libpcp.Profile) string {
	state := "include"
	if p.ExcludeAll {
		state = "exclude"
	}
	for _, e := range p.InDoms {
		kind := 'i'
		if e.Exclude {
			kind = 'x'
		}
		state += fmt.Sprintf(" %d%c", e.InDom, kind)
		separator := ':'
		for _, inst := range e.Insts {
			state += fmt.Sprintf("%c%d", separator, inst)
			separator = ','
		}
	}
	return state
}

func included(p *libpcp.Profile) string {
	var b strings.Builder
	for d := libpcp.InDom(1); d <= 3; d++ {
		for inst := range int32(4) {
			if p.Includes(d, inst) {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}
