package linux

import (
	"context"
	"os"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ipc are the files in /proc/sysvipc: headings, and a line for each object.
type ipc struct{ shm, msg, sem ipcTable }

// ipcTable is one of the files.
type ipcTable struct {
	file    file
	once    pmda.PerRequest[struct{}]
	objects []ipcObject
	at      int // where the last one was found
}

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

func (a *agent) readIPC(r *pmda.Request, t *ipcTable, name string) error {
	_, err := t.once.Get(r, func() (struct{}, error) {
		text, err := t.file.of(r, &a.host, "/proc/sysvipc/"+name)
		t.parse(text)
		return struct{}{}, err
	})
	return err
}

func (t *ipcTable) parse(text []byte) {
	t.objects, t.at = t.objects[:0], 0
	for _, text = cutLine(text); len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		var o ipcObject
		if fixed(o[:], line) > semOwner {
			t.objects = append(t.objects, o)
		}
	}
}

// listIPC makes the List function of a kind of objects, whose numbers are
// their names.
func (a *agent) listIPC(t *ipcTable, name string) lister {
	return func(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
		if err := a.readIPC(r, t, name); err != nil {
			return nil, err
		}
		list := make([]libpcp.Instance, len(t.objects))
		for i, o := range t.objects {
			id := int32(o[ipcID])
			list[i] = libpcp.Instance{ID: id, Name: strconv.Itoa(int(id))}
		}
		sortInstances(list)
		return list, nil
	}
}

// find returns the object with an identifier, mostly the one after the last
// that was found.
func (t *ipcTable) find(id int32) (*ipcObject, error) {
	for range t.objects {
		if t.at >= len(t.objects) {
			t.at = 0
		}
		if int32(t.objects[t.at][ipcID]) == id {
			return &t.objects[t.at], nil
		}
		t.at++
	}
	return nil, pmda.NoValue
}

// ipcValue supplies what is known of one object.
func (a *agent) ipcValue(r *pmda.Request, t *ipcTable, name string) (libpcp.Atom, error) {
	if err := a.readIPC(r, t, name); err != nil {
		return libpcp.Atom{}, err
	}
	o, err := t.find(r.Inst)
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
