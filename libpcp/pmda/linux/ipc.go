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

// ipcTable is the file of a kind of object in /proc/sysvipc.
type ipcTable struct {
	name    string // shm, msg or sem
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

func (i *ipc) readIPC(r *pmda.Request, t *ipcTable) error {
	return t.objects.update(r, func() error {
		t.objects.parse(t.file.of(r, &i.host, "/proc/sysvipc/"+t.name))
		return nil
	})
}

func (i *ipc) readShm(r *pmda.Request) error { return i.readIPC(r, &i.shm) }
func (i *ipc) readMsg(r *pmda.Request) error { return i.readIPC(r, &i.msg) }
func (i *ipc) readSem(r *pmda.Request) error { return i.readIPC(r, &i.sem) }

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
func (i *ipc) ipcValue(r *pmda.Request, t *ipcTable) (libpcp.Atom, error) {
	if err := i.readIPC(r, t); err != nil {
		return libpcp.Atom{}, err
	}
	o, err := t.objects.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch what := r.Metric.Key; what {
	case "key":
		return libpcp.StringAtom("0x" + hexKey(uint32(o[ipcKey]))), nil
	case "owner":
		return libpcp.StringAtom(userName(o.owner(t.name))), nil
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

var ipcMetrics = []pmda.Metric{
	{Name: "ipc.sem.max_semmap", Key: "max_semmap", Cluster: 21, Item: 0, Type: u32, Sem: discrete, OneLine: "entries the map of semaphores has"},
	{Name: "ipc.sem.max_semid", Key: "max_semid", Cluster: 21, Item: 1, Type: u32, Sem: discrete, OneLine: "sets of semaphores there can be"},
	{Name: "ipc.sem.max_sem", Key: "max_sem", Cluster: 21, Item: 2, Type: u32, Sem: discrete, OneLine: "semaphores there can be"},
	{Name: "ipc.sem.num_undo", Key: "num_undo", Cluster: 21, Item: 3, Type: u32, Sem: discrete, OneLine: "undo structures there can be"},
	{Name: "ipc.sem.max_perid", Key: "max_perid", Cluster: 21, Item: 4, Type: u32, Sem: discrete, OneLine: "semaphores a set can have"},
	{Name: "ipc.sem.max_ops", Key: "max_ops", Cluster: 21, Item: 5, Type: u32, Sem: discrete, OneLine: "operations a call of semop(2) can have"},
	{Name: "ipc.sem.max_undoent", Key: "max_undoent", Cluster: 21, Item: 6, Type: u32, Sem: discrete, OneLine: "undo entries a process can have"},
	{Name: "ipc.sem.sz_semundo", Key: "sz_semundo", Cluster: 21, Item: 7, Type: u32, Sem: discrete, OneLine: "size of an undo structure"},
	{Name: "ipc.sem.max_semval", Key: "max_semval", Cluster: 21, Item: 8, Type: u32, Sem: discrete, OneLine: "largest value of a semaphore"},
	{Name: "ipc.sem.max_exit", Key: "max_exit", Cluster: 21, Item: 9, Type: u32, Sem: discrete, OneLine: "largest value that undoing can add"},
	{Name: "ipc.sem.used_sem", Key: "used_sem", Cluster: 61, Item: 0, Type: u32, Sem: instant, OneLine: "sets of semaphores there are"},
	{Name: "ipc.sem.tot_sem", Key: "tot_sem", Cluster: 61, Item: 1, Type: u32, Sem: instant, OneLine: "semaphores there are"},
	{Name: "ipc.sem.key", Key: "key", Cluster: 66, Item: 0, Type: str, InDom: semInDom, Sem: discrete, OneLine: "key of each set of semaphores"},
	{Name: "ipc.sem.owner", Key: "owner", Cluster: 66, Item: 1, Type: str, InDom: semInDom, Sem: discrete, OneLine: "user who owns each set of semaphores"},
	{Name: "ipc.sem.perms", Key: "perms", Cluster: 66, Item: 2, Type: u32, InDom: semInDom, Sem: instant, OneLine: "permissions of each set of semaphores, octal digits read as a decimal number"},
	{Name: "ipc.sem.nsems", Key: "nsems", Cluster: 66, Item: 3, Type: u32, InDom: semInDom, Sem: instant, OneLine: "semaphores in each set"},
	{Name: "ipc.msg.sz_pool", Key: "sz_pool", Cluster: 22, Item: 0, Type: u32, Sem: discrete, Units: libpcp.KByte, OneLine: "size of the pool of messages"},
	{Name: "ipc.msg.mapent", Key: "mapent", Cluster: 22, Item: 1, Type: u32, Sem: discrete, OneLine: "entries the map of messages has"},
	{Name: "ipc.msg.max_msgsz", Key: "max_msgsz", Cluster: 22, Item: 2, Type: u32, Sem: discrete, OneLine: "largest message there can be"},
	{Name: "ipc.msg.max_defmsgq", Key: "max_defmsgq", Cluster: 22, Item: 3, Type: u32, Sem: discrete, OneLine: "bytes a queue of messages can hold"},
	{Name: "ipc.msg.max_msgqid", Key: "max_msgqid", Cluster: 22, Item: 4, Type: u32, Sem: discrete, OneLine: "queues of messages there can be"},
	{Name: "ipc.msg.max_msgseg", Key: "max_msgseg", Cluster: 22, Item: 5, Type: u32, Sem: discrete, OneLine: "size of a segment of messages"},
	{Name: "ipc.msg.num_smsghdr", Key: "num_smsghdr", Cluster: 22, Item: 6, Type: u32, Sem: discrete, OneLine: "headers of messages there can be"},
	{Name: "ipc.msg.max_seg", Key: "max_seg", Cluster: 22, Item: 7, Type: u32, Sem: discrete, OneLine: "segments of messages there can be"},
	{Name: "ipc.msg.used_queues", Key: "used_queues", Cluster: 62, Item: 0, Type: u32, Sem: instant, OneLine: "queues of messages there are"},
	{Name: "ipc.msg.tot_msg", Key: "tot_msg", Cluster: 62, Item: 1, Type: u32, Sem: instant, OneLine: "messages in all queues"},
	{Name: "ipc.msg.tot_bytes", Key: "tot_bytes", Cluster: 62, Item: 2, Type: u32, Sem: instant, Units: libpcp.Byte, OneLine: "bytes in all queues of messages"},
	{Name: "ipc.msg.key", Key: "key", Cluster: 65, Item: 0, Type: str, InDom: msgInDom, Sem: discrete, OneLine: "key of each queue of messages"},
	{Name: "ipc.msg.owner", Key: "owner", Cluster: 65, Item: 1, Type: str, InDom: msgInDom, Sem: discrete, OneLine: "user who owns each queue of messages"},
	{Name: "ipc.msg.perms", Key: "perms", Cluster: 65, Item: 2, Type: u32, InDom: msgInDom, Sem: instant, OneLine: "permissions of each queue of messages, octal digits read as a decimal number"},
	{Name: "ipc.msg.msgsz", Key: "msgsz", Cluster: 65, Item: 3, Type: u32, InDom: msgInDom, Sem: discrete, Units: libpcp.Byte, OneLine: "bytes in each queue of messages"},
	{Name: "ipc.msg.messages", Key: "messages", Cluster: 65, Item: 4, Type: u32, InDom: msgInDom, Sem: instant, OneLine: "messages in each queue"},
	{Name: "ipc.msg.last_send_pid", Key: "last_send_pid", Cluster: 65, Item: 5, Type: u32, InDom: msgInDom, Sem: instant, Units: libpcp.Byte, OneLine: "process that sent the last message to each queue"},
	{Name: "ipc.msg.last_recv_pid", Key: "last_recv_pid", Cluster: 65, Item: 6, Type: u32, InDom: msgInDom, Sem: instant, OneLine: "process that received the last message from each queue"},
	{Name: "ipc.shm.max_segsz", Key: "max_segsz", Cluster: 23, Item: 0, Type: u32, Sem: discrete, Units: libpcp.Byte, OneLine: "largest segment of shared memory there can be"},
	{Name: "ipc.shm.min_segsz", Key: "min_segsz", Cluster: 23, Item: 1, Type: u32, Sem: discrete, Units: libpcp.Byte, OneLine: "smallest segment of shared memory there can be"},
	{Name: "ipc.shm.max_seg", Key: "max_seg", Cluster: 23, Item: 2, Type: u32, Sem: discrete, OneLine: "segments of shared memory there can be"},
	{Name: "ipc.shm.max_segproc", Key: "max_segproc", Cluster: 23, Item: 3, Type: u32, Sem: discrete, OneLine: "segments of shared memory a process can attach"},
	{Name: "ipc.shm.max_shmsys", Key: "max_shmsys", Cluster: 23, Item: 4, Type: u32, Sem: discrete, OneLine: "pages of shared memory there can be"},
	{Name: "ipc.shm.tot", Key: "tot", Cluster: 56, Item: 0, Type: u32, Sem: instant, Units: libpcp.Byte, OneLine: "size of all segments of shared memory"},
	{Name: "ipc.shm.rss", Key: "rss", Cluster: 56, Item: 1, Type: u32, Sem: instant, Units: libpcp.Byte, OneLine: "shared memory that is in memory"},
	{Name: "ipc.shm.swp", Key: "swp", Cluster: 56, Item: 2, Type: u32, Sem: instant, Units: libpcp.Byte, OneLine: "shared memory that is swapped out"},
	{Name: "ipc.shm.used_ids", Key: "used_ids", Cluster: 56, Item: 3, Type: u32, Sem: instant, OneLine: "segments of shared memory there are"},
	{Name: "ipc.shm.swap_attempts", Key: "swap_attempts", Cluster: 56, Item: 4, Type: u32, Sem: instant, OneLine: "attempts to swap shared memory, no longer counted"},
	{Name: "ipc.shm.swap_successes", Key: "swap_successes", Cluster: 56, Item: 5, Type: u32, Sem: instant, OneLine: "successful attempts to swap shared memory, no longer counted"},
	{Name: "ipc.shm.key", Key: "key", Cluster: 64, Item: 0, Type: str, InDom: shmInDom, Sem: discrete, OneLine: "key of each segment of shared memory"},
	{Name: "ipc.shm.owner", Key: "owner", Cluster: 64, Item: 1, Type: str, InDom: shmInDom, Sem: discrete, OneLine: "user who owns each segment of shared memory"},
	{Name: "ipc.shm.perms", Key: "perms", Cluster: 64, Item: 2, Type: u32, InDom: shmInDom, Sem: instant, OneLine: "permissions of each segment of shared memory, octal digits read as a decimal number"},
	{Name: "ipc.shm.segsz", Key: "segsz", Cluster: 64, Item: 3, Type: u32, InDom: shmInDom, Sem: discrete, Units: libpcp.Byte, OneLine: "size of each segment of shared memory"},
	{Name: "ipc.shm.nattch", Key: "nattch", Cluster: 64, Item: 4, Type: u32, InDom: shmInDom, Sem: instant, OneLine: "processes that have attached each segment of shared memory"},
	{Name: "ipc.shm.status", Key: "status", Cluster: 64, Item: 5, Type: str, InDom: shmInDom, Sem: instant, OneLine: "state of each segment of shared memory: empty, dest if it goes when nobody uses it, or locked"},
	{Name: "ipc.shm.creator_pid", Key: "creator_pid", Cluster: 64, Item: 6, Type: u32, InDom: shmInDom, Sem: discrete, OneLine: "process that made each segment of shared memory"},
	{Name: "ipc.shm.last_access_pid", Key: "last_access_pid", Cluster: 64, Item: 7, Type: u32, InDom: shmInDom, Sem: instant, OneLine: "process that was the last to attach or detach each segment of shared memory"},
}
