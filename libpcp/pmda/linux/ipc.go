package linux

import (
	"os"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ipc are the files in /proc/sysvipc: headings, and a line for each object.
type ipc struct {
	*machine
	shm, msg, sem ipcTable
}

// ipcTable is one of the files.
type ipcTable struct {
	file    file
	objects ipcObjects

	actualFile file
	actual     ipcObjects // of the machine itself
}

type ipcObjects struct{ set[ipcObject] }

// ipcObject is a line: key, identifier, permissions and what is peculiar to
// the kind of object.
type ipcObject [16]uint64

// The columns all kinds have.
const (
	ipcKey = iota
	ipcID
	ipcPerms
)

// The columns of shared memory, message queues and semaphores.
const (
	shmSize, shmCreator, shmLast, shmAttached, shmOwner, shmRSS, shmSwap = 3, 4, 5, 6, 7, 14, 15
	msgBytes, msgCount, msgSender, msgReceiver, msgOwner                 = 3, 4, 5, 6, 7
	semCount, semOwner                                                   = 3, 4
)

func (i *ipc) readIPC(r *pmda.Request, t *ipcTable, name string) error {
	return t.objects.update(r, func() error {
		t.objects.parse(t.file.of(r, &i.host, "/proc/sysvipc/"+name))
		return nil
	})
}

func (i *ipc) readShm(r *pmda.Request) error { return i.readIPC(r, &i.shm, "shm") }
func (i *ipc) readMsg(r *pmda.Request) error { return i.readIPC(r, &i.msg, "msg") }
func (i *ipc) readSem(r *pmda.Request) error { return i.readIPC(r, &i.sem, "sem") }

// parse adds the objects, whose numbers are their names.
func (s *ipcObjects) parse(text []byte) {
	for _, text = cutLine(text); len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		var o ipcObject
		if fixed(o[:], line) > semOwner {
			*s.add(strconv.Itoa(int(int32(o[ipcID])))) = o
		}
	}
}

// ipcValue supplies what is known of one object.
func (i *ipc) ipcValue(r *pmda.Request, t *ipcTable, name string) (libpcp.Atom, error) {
	if err := i.readIPC(r, t, name); err != nil {
		return libpcp.Atom{}, err
	}
	o, err := t.objects.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch what := r.Metric.Name[strings.LastIndexByte(r.Metric.Name, '.')+1:]; what {
	case "key":
		return libpcp.StringAtom("0x" + hexKey(uint32(o[ipcKey]))), nil
	case "owner":
		return libpcp.StringAtom(userName(o.owner(name))), nil
	case "status":
		return libpcp.StringAtom(o.status()), nil
	default:
		return whole(r, o.named(what)), nil
	}
}

func hexKey(key uint32) string {
	digits := strconv.FormatUint(uint64(key), 16)
	return strings.Repeat("0", 8-len(digits)) + digits
}

// status is what the permissions of shared memory say besides.
func (o *ipcObject) status() string {
	switch o[ipcPerms] / 1000 & 3 {
	case 1:
		return "dest"
	case 2:
		return "locked"
	case 3:
		return "dest locked"
	}
	return ""
}

func (o *ipcObject) named(what string) uint64 {
	switch what {
	case "perms":
		return o[ipcPerms] % 1000
	case "segsz":
		return o[shmSize]
	case "nattch":
		return o[shmAttached]
	case "creator_pid":
		return o[shmCreator]
	case "last_access_pid":
		return o[shmLast]
	case "msgsz":
		return o[msgBytes]
	case "messages":
		return o[msgCount]
	case "last_send_pid":
		return o[msgSender]
	case "last_recv_pid":
		return o[msgReceiver]
	}
	return o[semCount]
}

// owner is the number of the user who owns an object of a kind.
func (o *ipcObject) owner(kind string) uint64 {
	switch kind {
	case "shm":
		return o[shmOwner]
	case "msg":
		return o[msgOwner]
	}
	return o[semOwner]
}

// userName is the name of a user, or the number.
func userName(id uint64) string {
	number := strconv.FormatUint(id, 10)
	text, _ := os.ReadFile("/etc/passwd")
	for line := range strings.Lines(string(text)) {
		if fields := strings.SplitN(line, ":", 4); len(fields) == 4 && fields[2] == number {
			return fields[0]
		}
	}
	return number
}
