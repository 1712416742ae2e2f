// Package timecontrol compares how pmval follows a pmtime(1) with PCP's
// one.
package timecontrol

import (
	"path/filepath"
	"strconv"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

func TestMain(m *testing.M) {
	programs.Main(m)
}

// The scripts are those of a pmtime, see [peer.play].
var scripts = []struct{ name, args, script string }{
	{"all commands", "-Z UTC -t 10 -a ARCHIVE kernel.all.load", `VCR at=0
STEP state=1 at=10 delta=7
STEP state=1 at=20 delta=7
STEP state=0 at=30
SET state=1 at=100
STEP state=1 at=110
DRAG at=200
STEP state=1 at=210
VCR at=200
VCR state=1 at=200
STEP state=1 at=210
SET at=100
VCR at=100
STEP state=1 at=110 delta=3
STEP state=2 at=100
VCR at=100
STEP state=2 at=90
STEP state=2 at=80
STEP state=1 at=90
BOUNDS
SHOW
STEP state=1 at=90`},
	{"end of archive", "-t 10 -a ARCHIVE kernel.all.load", `STEP state=1 at=340
STEP state=1 at=350
STEP state=1 at=360
STEP state=1 at=370
VCR at=100
STEP state=1 at=400
STEP state=1 at=410
STEP state=2 at=300
STEP state=1 at=310
STEP state=1 at=320`},
	{"window", "-z -t 10 -d -S +1m -T +2m -O +90s -s 2 -a ARCHIVE kernel.all.cpu.user", `STEP state=1 at=0 delta=5
STEP state=1 at=5
VCR
STEP state=1 at=10
STEP state=1 at=20
STEP state=1 at=30
STEP state=1 at=40 last`},
	{"time zone", "-Z EST5EDT -X -t 10 -a ARCHIVE kernel.all.cpu.user", `STEP state=1 at=10
STEP state=1 at=20
TZ text=JST-9|Japan|`},
	{"records", "-t 10 -U ARCHIVE kernel.all.load", "STEP state=1 at=40\nSTEP state=1 at=50"},
	{"before the archive", "-t 10 -a ARCHIVE kernel.all.cpu.user", `STEP state=1 at=-100
STEP state=1 at=10
STEP state=2 at=80
STEP state=1 at=-50
STEP state=1 at=-40`},
	{"refused", "-a ARCHIVE kernel.all.load", "ACK source=0 last"},
	{"another answer", "-a ARCHIVE kernel.all.load", "ACK source=-1 last"},
	{"short packet", "-a ARCHIVE kernel.all.load", "STEP state=1 at=10\nVCR length=10 last"},
	{"live", "-h HOST -t 5 -f 3 sample.long.ten", `STEP state=1 at=10
VCR at=30
STEP state=1 at=30 delta=7
STEP state=2 at=20
STEP state=1 at=30 delta=3
SET state=1 at=40
STEP state=1 at=50`},
	{"live instances", "-h HOST -t 5 -s 2 -X sample.bin", "STEP state=1 at=10\nVCR\nSTEP state=1 at=20"},
	{"live rates", "-h HOST -t 5 sample.control", "STEP state=1 at=10\nSTEP state=1 at=20"},
}

// TestScripts compares what both print and send when a scripted pmtime
// controls them.
func TestScripts(t *testing.T) {
	need.PCP(t)
	archive := filepath.Join(need.Archives(t), "babylon.percpu_v2")
	dir, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	w := world.Start(t)
	fill := filler(archive, "localhost:"+strconv.Itoa(w.Port))
	for _, s := range scripts {
		t.Run(s.name, func(t *testing.T) {
			args := fill(s.args)
			want := masked(run(t, w.Env(), s.script, need.Tool(t, "pmval"), args...))
			got := masked(run(t, w.Env(), s.script, filepath.Join(dir, "pmval"), args...))
			if got != want {
				t.Errorf("pmval %s\n--- got\n%s--- want\n%s", s.args, got, want)
			}
		})
	}
}
