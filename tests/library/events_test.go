package library

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// TestEvents unpacks the event records of archives.
func TestEvents(t *testing.T) {
	archives := need.Archives(t)
	inEachRelease(t, "events.c", func(t *testing.T, c program) {
		for _, name := range []string{"eventrec", "eventrec-old", "omnibus_v2", "omnibus_v3", "ok-foo"} {
			t.Run(name, func(t *testing.T) {
				path := filepath.Join(archives, name)
				same(t, c.run(t, "", path), unpack(t, openArchive(t, c.release(), path)))
			})
		}
	}, archives)
}

// unpack does what testdata/events.c does.
func unpack(t *testing.T, c *libpcp.Context) string {
	t.Helper()
	a, err := c.Recording()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for {
		r, err := a.FetchRecord(t.Context())
		if err != nil {
			return out.String()
		}
		for _, set := range r.Sets {
			desc, err := c.Desc(t.Context(), set.PMID)
			if err != nil || !desc.Type.Event() {
				continue
			}
			fmt.Fprintln(&out, set.PMID, len(set.Values))
			for _, v := range set.Values {
				unpackRecords(&out, desc.Type, v)
			}
		}
	}
}

func unpackRecords(out *strings.Builder, kind libpcp.Type, v libpcp.Value) {
	records, err := libpcp.UnpackEvents(v.Block())
	if err != nil {
		fmt.Fprintf(out, "  %d: %d\n", v.Inst, int(libpcp.Code(err)))
		return
	}
	fmt.Fprintf(out, "  %d: %d\n", v.Inst, len(records))
	for _, r := range records {
		fraction := fmt.Sprintf("%09d", r.Time.Nanosecond())
		if kind == libpcp.TypeEvent {
			fraction = fraction[:6]
		}
		// C has the flags, and how many records were missed, as parameters.
		var pseudo []string
		if r.Flags != 0 {
			pseudo = append(pseudo, fmt.Sprintf("   511.0.1 1: -1=%d\n", int32(r.Flags)))
		}
		if r.Flags&libpcp.EventMissed != 0 {
			pseudo = append(pseudo, fmt.Sprintf("   511.0.2 1: -1=%d\n", r.Missed))
		}
		fmt.Fprintf(out, "  %d.%s %d\n%s", r.Time.Unix(), fraction, len(r.Params)+len(pseudo), strings.Join(pseudo, ""))
		for _, set := range r.Params {
			fmt.Fprintf(out, "   %v %d:", set.PMID, len(set.Values))
			for _, v := range set.Values {
				fmt.Fprintf(out, " %d=%s", v.Inst, parameter(set.Format, v))
			}
			fmt.Fprintln(out)
		}
	}
}

// parameter is a value as the C program prints it.
func parameter(format libpcp.Format, v libpcp.Value) string {
	if format == libpcp.InSitu {
		return fmt.Sprint(int32(v.Word))
	}
	b := v.Block()
	text := fmt.Sprintf("%v/%d", b.Type, len(b.Data))
	if b.Type == libpcp.TypeAggregate {
		return text
	}
	atom, err := libpcp.Extract(format, v, b.Type, b.Type)
	if err != nil {
		return text + "/" + libpcp.ErrorText(err)
	}
	return text + "/" + atom.String()
}
