package derive

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"pcptools/libpcp"
)

// What pmUnregisterDerived(3) and pmAddDerivedText(3) say.
func TestUnregister(t *testing.T) {
	ctx := context.Background()
	defs := New(io.Discard)
	src := Wrap(newFake(), defs)
	c := libpcp.NewContext(src)
	if err := errors.Join(defs.Register("qa.x", "1"), defs.Register("qa.y", "1 + 1"), defs.Register("qa.uses", "qa.x + 1"), Add(ctx, src, "qa.own", "3")); err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(ctx, "qa.x", "qa.y", "qa.own")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(ctx, ids); err != nil { // binds
		t.Fatal(err)
	}
	if err := errors.Join(defs.Unregister("qa.x"), Remove(src, "qa.own")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"qa.x", "qa.own"} {
		if _, err := c.Lookup(ctx, name); !errors.Is(err, libpcp.ErrName) {
			t.Errorf("look-up of %s: %v", name, err)
		}
	}
	for i, want := range []string{"", "qa.y", ""} { // removed, there, another's
		if name, ok := defs.Name(ids[i]); name != want || ok != (want != "") {
			t.Errorf("name of %s: %q, %v", ids[i], name, ok)
		}
	}
	if names, err := c.Traverse(ctx, "qa"); err != nil || !slices.Equal(names, []string{"qa.y"}) {
		t.Errorf("names %q, %v", names, err)
	}
	r, err := c.Fetch(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Sets[1].Float64(0, libpcp.Type32); len(r.Sets[0].Values)+len(r.Sets[2].Values) != 0 || v != 2 || err != nil {
		t.Errorf("values %+v", r.Sets)
	}
	if defs.Len() != 2 {
		t.Errorf("%d definitions", defs.Len())
	}
	for what, err := range map[string]error{
		"removed": defs.Unregister("qa.x"), "never": defs.Unregister("qa.z"), "predefined": defs.Unregister("event.flags"),
		"own": Remove(src, "qa.own"), "not own": Remove(src, "qa.y"),
	} {
		if !errors.Is(err, libpcp.ErrName) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := errors.Join(defs.Register("qa.x", "7"), Add(ctx, src, "qa.own", "8")); err != nil {
		t.Errorf("again: %v", err)
	}
	if again, err := c.Lookup(ctx, "qa.x", "qa.own"); err != nil || again[0] == ids[0] || again[1] == ids[2] {
		t.Errorf("identifiers %v after %v, %v", again, ids, err)
	}
}

func TestAddText(t *testing.T) {
	ctx := context.Background()
	defs := New(io.Discard)
	c := libpcp.NewContext(Wrap(newFake(), defs))
	if err := errors.Join(defs.Register("qa.x", "1"), defs.AddText("qa.x", libpcp.TextOneLine, "one"), defs.AddText("qa.x", libpcp.TextHelp, "more")); err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(ctx, "qa.x")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[libpcp.TextKind]string{libpcp.TextOneLine: "one", libpcp.TextHelp: "more"} {
		if text, err := c.Text(ctx, ids[0], kind); text != want || err != nil {
			t.Errorf("%q, %v; not %q", text, err, want)
		}
	}
	for want, err := range map[libpcp.Error]error{
		libpcp.ErrName: defs.AddText("qa.z", libpcp.TextHelp, ""),
		libpcp.ErrText: defs.AddText("qa.x", libpcp.TextHelp, "other"),
		libpcp.ErrArg:  defs.AddText("qa.x", libpcp.TextOneLine|libpcp.TextHelp, ""),
	} {
		if !errors.Is(err, want) {
			t.Errorf("%v, not %v", err, want)
		}
	}
}
