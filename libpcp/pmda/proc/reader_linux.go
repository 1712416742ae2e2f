package proc

import (
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"pcptools/libpcp/pmda"
)

// reader is on whose behalf files of processes are read, as far as that is
// somebody else than the user of this process. The kernel then decides what
// they may see.
type reader struct {
	other    bool
	uid, gid int
}

func (a *agent) readerFor(c *pmda.Client) reader {
	if a.options.Everything {
		return reader{}
	}
	uid, err := strconv.ParseUint(c.Attr(pmda.AttrUserID), 10, 32)
	if err != nil || os.Geteuid() != 0 || uid == 0 { // a client without a user sees no processes
		return reader{}
	}
	gid, err := strconv.ParseUint(c.Attr(pmda.AttrGroupID), 10, 32)
	if err != nil {
		return reader{}
	}
	return reader{other: true, uid: int(uid), gid: int(gid)}
}

// do has read called with the rights of the reader, and with no others: none at
// all if they cannot be had. Only this thread has them; if it cannot give them
// up again, it ends with its goroutine.
func (r reader) do(read func()) {
	if !r.other {
		read()
		return
	}
	runtime.LockOSThread()
	if setGroup(r.gid) == nil && setUser(r.uid) == nil {
		read()
	}
	if setUser(0) == nil && setGroup(0) == nil {
		runtime.UnlockOSThread()
	}
}

// setUser changes the effective user of this thread.
func setUser(uid int) error { return set(unix.SYS_SETRESUID, uid) }

// setGroup changes its effective group.
func setGroup(gid int) error { return set(unix.SYS_SETRESGID, gid) }

func set(call uintptr, id int) error {
	if strconv.IntSize == 32 && id >= 1<<16-1 {
		return unix.EINVAL // since these calls take 16 bits there
	}
	unchanged := ^uintptr(0)
	if _, _, errno := unix.RawSyscall(call, unchanged, uintptr(id), unchanged); errno != 0 {
		return errno
	}
	return nil
}
